import type { EntryRow } from '#core/contract/api.ts';
import type { EpochMs } from '#core/wire/units.ts';
import { FindingBadge } from '../../components/badge.tsx';
import type { TimeMode } from '../../text/time.ts';
import { toEmptyRow, toTimelineRow } from './timeline-rows.ts';
import './timeline-line.css';

interface LineProps {
  readonly seq: number;
  /** Undefined while it is being fetched. */
  readonly entry: EntryRow | undefined;
  readonly before: number | undefined;
  readonly timeMode: TimeMode;
  readonly startedAt: EpochMs;
  readonly isLive: boolean;
  readonly isSelected: boolean;
  readonly isPaired: boolean;
}

/** One entry. Clicks are heard by the list: `data-jump` marks what leads to the other half. */
export function TimelineLine({ seq, entry, isSelected, isPaired, ...context }: LineProps) {
  const row = entry ? toTimelineRow(entry, context) : toEmptyRow(seq);
  return (
    <div
      id={`entry-${row.seq}`}
      class="row"
      role="row"
      aria-rowindex={row.seq + 1}
      aria-selected={isSelected}
      data-seq={entry && row.seq}
      data-loading={!entry}
      aria-busy={!entry}
      data-lane={row.lane}
      data-kind={row.kind}
      data-exchange={row.exchange}
      data-grade={row.badge?.grade}
      data-paired={isPaired}
      data-led={row.lead !== ''}
    >
      <span role="gridcell" class="cell-seq">
        {row.seq}
      </span>
      <span role="gridcell" class="cell-time">
        {row.time}
      </span>
      <span role="gridcell" class="cell-wire">
        <span class="visually-hidden">{row.way}</span>
      </span>
      <span role="gridcell" class="cell-title" title={row.title}>
        {row.title}
      </span>
      <span role="gridcell" class="cell-id">
        {row.id !== undefined && (
          <button type="button" class="id-chip" tabIndex={-1} data-of={row.idOwner} data-jump title={`id ${row.id}`}>
            {row.id}
          </button>
        )}
      </span>
      <span role="gridcell" class="cell-summary">
        {row.lead && <b class="summary-lead">{row.lead}</b>}
        <bdi>{row.summary}</bdi>
      </span>
      <span role="gridcell" class="cell-duration">
        {row.exchange === 'answered' ? (
          <button type="button" class="duration" tabIndex={-1} data-jump title="To the other half (m)">
            {row.duration}
          </button>
        ) : (
          row.duration
        )}
      </span>
      <span role="gridcell" class="cell-size">
        {row.size}
      </span>
      <span role="gridcell" class="cell-findings">
        {row.badge && <FindingBadge {...row.badge} />}
      </span>
    </div>
  );
}
