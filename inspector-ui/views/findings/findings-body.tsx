import type { FindingDetail } from '#core/contract/api.ts';
import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { FindingGroupView } from './finding-group.tsx';
import { toChips, toCleanText, toFindingGroupRow, toShowing } from './findings-rows.ts';

interface BodyProps {
  readonly inspector: Inspector;
  readonly of: Opened;
  readonly findings: readonly FindingDetail[];
}

/** The findings by rule, and the chips that choose among them. */
export function FindingsBody({ inspector, of, findings }: BodyProps) {
  const { findingList: list, named, report, isLive } = of;
  const groups = list.groups.value;
  const rules = report.rules.value;
  if (findings.length === 0)
    return (
      <p class="findings-clean">{toCleanText(rules.kind === 'ready' ? rules.value.rules : undefined, isLive.value)}</p>
    );
  const showing = toShowing(groups, findings.length);
  return (
    <>
      <div class="chips" role="group" aria-label="Show only">
        {toChips(findings, list.chosen.value).map(({ facet, label, count, isChosen }) => (
          <button
            key={facet}
            type="button"
            class="chip"
            data-facet={facet}
            aria-pressed={isChosen}
            onClick={() => list.toggle(facet)}
          >
            {label} <span class="chip-count">{count}</span>
          </button>
        ))}
        <span class="chips-showing" role="status">
          {showing}
        </span>
        {showing && (
          <button type="button" class="link-button" onClick={list.showAll}>
            Show all
          </button>
        )}
      </div>
      {groups.length === 0 && <p class="findings-none">Nothing was found that is all of this.</p>}
      {groups.map((group) => (
        <FindingGroupView
          key={group.rule}
          inspector={inspector}
          list={list}
          row={toFindingGroupRow(group, list.shownOf(group.rule), named.rowAt)}
        />
      ))}
    </>
  );
}
