import type { ReadonlySignal } from '@preact/signals';
import type { CSSProperties, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { EpochMs } from '#core/units.ts';
import { FindingBadge } from '../../components/badge.tsx';
import { CommentText } from '../../components/comment-text.tsx';
import { InterventionChip } from '../../components/intervention-chip.tsx';
import type { InterventionMark } from '../../text/intervention.ts';
import { hueOf, sessionOf } from '../../text/session-number.ts';
import type { TimeMode } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { TimelineLineRow } from './timeline-line-row.ts';
import { EMPTY_ROW, toTimelineRow } from './timeline-rows.ts';
import { WaterfallBar } from './waterfall-bar.tsx';
import { toOpenTime, type Waterfall } from './waterfall-rows.ts';
import './timeline-line.css';
import './wire-cell.css';

export interface LineProps {
  /** Index of the reused element. */
  readonly slot: number;
  /** Index in the list. */
  readonly place: number;
  /** Undefined while it is being fetched. */
  readonly row: TimelineRow | undefined;
  /** Indentation: see `depthAt`. */
  readonly depth: number;
  readonly before: number | undefined;
  readonly timeMode: TimeMode;
  readonly startedAt: EpochMs;
  readonly isLive: boolean;
  readonly isSelected: boolean;
  readonly isPaired: boolean;
  readonly isMarked: boolean;
  readonly held: InterventionMark | undefined;
  /** Number of its session, if the recording has several. */
  readonly session: number | undefined;
  /** Only the bar subscribes to it: it changes with every row that scrolls in. */
  readonly waterfall: ReadonlySignal<Waterfall>;
}

/**
 * One row. The list handles clicks: `data-jump` marks links to the pair, `data-toggle` marks triangles. While its row is
 * being fetched it hides what its element showed before: to empty all cells would take as long as to fill them.
 */
export function TimelineLine(props: LineProps) {
  const { place, row, depth, isSelected, isPaired, isMarked, session, waterfall, ...context } = props;
  const cells = useRef<VNode>(undefined);
  const line = row ? toTimelineRow(row, context) : EMPTY_ROW;
  if (row || !cells.current) cells.current = <Cells {...{ line, row, depth, isMarked, session, waterfall }} />;
  return (
    <div
      id={`row-${place}`}
      class="list-row row"
      role="row"
      aria-rowindex={place + 1}
      aria-level={line.level + 1}
      aria-expanded={line.isOpen}
      aria-selected={isSelected}
      data-place={place}
      data-seq={row?.seq}
      data-group={row?.group?.no}
      data-group-kind={row?.group?.kind}
      data-loading={!row}
      aria-busy={!row}
      data-lane={line.lane}
      data-kind={line.kind}
      data-exchange={line.exchange}
      data-grade={line.badge?.grade}
      data-paired={isPaired}
      data-marked={isMarked}
      data-led={line.lead !== ''}
      data-status={line.status?.tone}
      data-lost={line.mark?.isLost}
      data-own={line.own}
      data-toward={line.toward}
    >
      {cells.current}
    </div>
  );
}

interface CellsProps extends Pick<LineProps, 'row' | 'depth' | 'isMarked' | 'session' | 'waterfall'> {
  readonly line: TimelineLineRow;
}

function Cells({ line, row, depth, isMarked, session, waterfall }: CellsProps) {
  const style = { '--level': `${depth}` };
  return (
    <>
      <span role="gridcell" class="cell-seq">
        {isMarked && <span class="visually-hidden">marked, </span>}
        {row?.seq}
      </span>
      <span role="gridcell" class="cell-time">
        {line.time}
      </span>
      <span role="gridcell" class="cell-wire of-lane">
        <span class="visually-hidden">{line.way}</span>
      </span>
      <span role="gridcell" class="cell-title of-lane" style={style} title={[line.title, line.lead].join(' ').trim()}>
        <Chevron isOpen={line.isOpen} />
        {line.lead || line.title}
      </span>
      <span role="gridcell" class="cell-id">
        {line.id !== undefined && (
          <button
            type="button"
            class="id-chip"
            tabIndex={-1}
            data-of={line.idOwner}
            data-jump
            title={`id ${line.id}: to its request or response (m)`}
          >
            {line.id}
          </button>
        )}
      </span>
      <Summary line={line} style={style} session={session} id={(row && sessionOf(row)) ?? ''} />
      <span role="gridcell" class="cell-waterfall">
        {row && <WaterfallBar row={row} waterfall={waterfall} />}
      </span>
      <span role="gridcell" class="cell-duration">
        {line.exchange === 'answered' && row?.pair !== null ? (
          <button type="button" class="soft duration" tabIndex={-1} data-jump title="To its request or response (m)">
            {line.duration}
          </button>
        ) : (
          <span class="duration-text">
            {line.exchange === 'pending' && row ? <OpenTime row={row} waterfall={waterfall} /> : line.duration}
          </span>
        )}
      </span>
      <span role="gridcell" class="cell-size">
        {line.size}
      </span>
      <span role="gridcell" class="cell-findings">
        {line.badge && <FindingBadge {...line.badge} />}
      </span>
    </>
  );
}

/** How long a row has been open. A component of its own: each second only it is drawn again, not its row. */
function OpenTime({ row, waterfall }: { readonly row: TimelineRow; readonly waterfall: ReadonlySignal<Waterfall> }) {
  return (
    <>
      <span class="visually-hidden">waiting </span>
      {toOpenTime(row, waterfall.value)}
    </>
  );
}

/** For the mouse; on the keyboard → and ← open and close. */
function Chevron({ isOpen }: { isOpen: boolean | undefined }) {
  return <span class="chevron" aria-hidden="true" data-open={isOpen} data-toggle={isOpen !== undefined || undefined} />;
}

interface SummaryProps {
  readonly line: TimelineLineRow;
  readonly style: CSSProperties;
  readonly session: number | undefined;
  readonly id: string;
}

function Summary({ line: { lead, summary, status, count, mark, comment }, style, session, id }: SummaryProps) {
  return (
    <span role="gridcell" class="cell-summary" style={style} data-changed={mark?.change && ''}>
      {session !== undefined && (
        <span class="session-mark" data-hue={hueOf(id)} title={`session ${session}: ${toVisibleLine(id)}`}>
          <span class="visually-hidden">session </span>
          <span aria-hidden="true">s</span>
          {session}
        </span>
      )}
      {lead && <b class="summary-lead">{lead}</b>}
      {mark && <InterventionChip mark={mark} />}
      <bdi class="one-line summary-text" title={summary}>
        {summary}
      </bdi>
      {comment && <CommentText text={comment} />}
      {status && (
        <span class="toned summary-status" data-tone={status.tone}>
          {status.text}
        </span>
      )}
      {count && (
        <span class="summary-count" data-toggle>
          {count}
        </span>
      )}
    </span>
  );
}
