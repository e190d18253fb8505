import { seqOf } from '#core/units.ts';
import { FindingBadge } from '../../components/badge.tsx';
import { EntryNameView } from '../../components/entry-name.tsx';
import type { EntryName } from '../../text/entry-name.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import { Prose } from '../../components/prose.tsx';
import { SourceLink } from '../../components/source-link.tsx';
import type { FindingGroup } from '../../state/detail/finding-groups.ts';
import type { FindingList } from '../../state/detail/finding-list.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { renderRoute } from '../../state/page/route.ts';
import { formatCount } from '../../text/size.ts';
import { focusSoon } from '../../components/focus-soon.ts';
import type { FindingEntryRow, FindingGroupRow } from './findings-rows.ts';
import './finding-group.css';

interface GroupProps {
  readonly inspector: Inspector;
  readonly list: FindingList;
  readonly group: FindingGroup;
  readonly row: FindingGroupRow;
}

/** A broken rule with its requirement and the reaction of peers, or a side; then every finding. */
export function FindingGroupView({ inspector, list, group, row }: GroupProps) {
  return (
    <section class="framed grade-edge finding-group" data-group={row.name} data-grade={row.grade}>
      <header class="flow finding-group-head">
        {row.grade && <FindingBadge grade={row.grade} count={row.grade} label={row.grade} />}
        <h3 class="finding-group-rule">{row.title}</h3>
        <span class="aside">
          {row.count} · {row.fault}
        </span>
      </header>
      {row.about && (
        <>
          <p class="finding-requires">
            <Prose text={row.about.requires} />
          </p>
          <dl class="finding-about">
            <dt>peers</dt>
            <dd>
              <Prose text={row.about.peers} />
            </dd>
            <dt>source</dt>
            <dd>
              <SourceLink source={row.about.source} />
            </dd>
          </dl>
        </>
      )}
      <ol class="plain-list">
        {row.entries.map((entry) => (
          <EntryView key={entry.key} inspector={inspector} row={entry} onReach={() => list.select(entry.key)} />
        ))}
      </ol>
      {row.left > 0 && (
        <button type="button" class="plain-button finding-more" onClick={() => list.showMore(group)}>
          Show more: {formatCount(row.left)} left
        </button>
      )}
    </section>
  );
}

function EntryView({ inspector, row, onReach }: { inspector: Inspector; row: FindingEntryRow; onReach: () => void }) {
  const { time, seen, expected, apart, related } = row;
  return (
    <li class="finding-entry">
      <InnerLink
        {...toEntry(inspector, row.entry, onReach)}
        class="hoverable entry-link finding-jump"
        data-finding={row.key}
        onFocus={onReach}
      >
        {time !== undefined && <span class="aside digits finding-time">{time}</span>}
        {/* No summary: it would crowd out the message or repeat it. */}
        <EntryNameView seq={row.entry.seq} what={row.entry.what && { ...row.entry.what, summary: '' }} />
        <span class="finding-jump-message">{row.message}</span>
        {apart && <span class="aside">{apart}</span>}
      </InnerLink>
      {(seen !== undefined || expected !== undefined || related.length > 0) && (
        <dl class="finding-evidence">
          {seen !== undefined && (
            <>
              <dt>seen</dt>
              <dd>
                <code>{seen}</code>
              </dd>
            </>
          )}
          {expected !== undefined && (
            <>
              <dt>expected</dt>
              <dd>
                <code>{expected}</code>
              </dd>
            </>
          )}
          {related.length > 0 && (
            <>
              <dt>see also</dt>
              <dd>
                {related.map((entry) => (
                  <InnerLink
                    key={entry.seq}
                    {...toEntry(inspector, entry, onReach)}
                    class="hoverable entry-link finding-see"
                  >
                    <EntryNameView {...entry} />
                  </InnerLink>
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
}

/** Returns the link to an entry in the timeline. Following it focuses the detail; going back returns to the finding. */
function toEntry(inspector: Inspector, { seq }: EntryName, onLeave: () => void) {
  const { recording = '' } = inspector.router.route.value;
  return {
    href: renderRoute({ recording, seq: seqOf(seq) }),
    onFollow: () => {
      onLeave();
      inspector.visit(seqOf(seq));
      focusSoon('detail');
    },
  };
}
