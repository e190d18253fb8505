import { batch } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import { Loading } from '../../components/loading.tsx';
import { FINDING_ORDERS } from '../../state/detail/finding-groups.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { hasViewLimits, toHiddenText } from '../filter/hidden-rows.ts';
import { FindingGroupView } from './finding-group.tsx';
import { countFindings, toChips, toCleanText, toFindingGroupRow, toShowing } from './findings-rows.ts';

interface BodyProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly findings: readonly FindingDetail[];
}

/** The findings by rule, with chips to filter them. */
export function FindingsBody({ inspector, opened, findings }: BodyProps) {
  const { findingList: list, named, report, isLive, look, summary } = opened;
  const groups = list.groups.value;
  const rules = report.rules.value;
  const narrowing = { applied: look.applied.value, range: look.range.value };
  const isFiltering = report.isFiltering.value;
  const all =
    !hasViewLimits(narrowing) && !isFiltering
      ? findings.length
      : countFindings(findings.length, summary.value.findings);
  const showAll = () =>
    batch(() => {
      list.showAll();
      look.clear();
    });
  if (all === 0)
    return (
      <p class="findings-clean">{toCleanText(rules.kind === 'ready' ? rules.value.rules : undefined, isLive.value)}</p>
    );
  if (findings.length === 0 && isFiltering) return <Loading text="Loading findings…" />;
  if (findings.length === 0)
    return (
      <div class="findings-none">
        <p class="paragraph" role="status">
          {toHiddenText(all, 'finding', narrowing)}
        </p>
        <button type="button" class="plain-button" onClick={showAll}>
          Show all
        </button>
      </div>
    );
  const showing = isFiltering ? 'Filtering…' : toShowing(groups, all);
  return (
    <>
      <div class="chips" role="group" aria-label="Show only">
        {toChips(findings, list.chosen.value).map(({ facet, label, count, isChosen }) => (
          <button
            key={facet}
            type="button"
            class="hoverable pill chip"
            data-facet={facet}
            aria-pressed={isChosen}
            onClick={() => list.toggle(facet)}
          >
            {label} <span class="digits">{count}</span>
          </button>
        ))}
        <span class="aside chips-showing" role="status">
          {showing}
        </span>
        {showing !== '' && !isFiltering && (
          <button type="button" class="link-button" onClick={showAll}>
            Show all
          </button>
        )}
      </div>
      <div class="chips" role="group" aria-label="Group by">
        <span class="aside">by</span>
        {FINDING_ORDERS.map((by) => (
          <button
            key={by}
            type="button"
            class="hoverable pill chip"
            data-order={by}
            aria-pressed={list.order.value === by}
            onClick={() => list.arrange(by)}
          >
            {by}
          </button>
        ))}
      </div>
      {groups.length === 0 && <p class="findings-none">No finding matches all of these choices.</p>}
      {groups.map((group) => (
        <FindingGroupView
          key={group.name}
          inspector={inspector}
          list={list}
          group={group}
          row={toFindingGroupRow(group, list.shownOf(group), named.rowAt)}
        />
      ))}
    </>
  );
}
