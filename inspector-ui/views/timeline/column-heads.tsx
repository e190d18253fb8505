import type { ReadonlySignal } from '@preact/signals';
import { elapsedUs } from '#core/units.ts';
import type { Columns } from '../../state/list/columns.ts';
import { formatDuration } from '../../text/time.ts';
import { ColumnHandles } from './column-handles.tsx';
import { LaneNames } from './lane-names.tsx';
import type { Waterfall } from './waterfall-rows.ts';

interface HeadsProps {
  readonly columns: Columns;
  readonly waterfall: ReadonlySignal<Waterfall>;
}

/** Column heads with resize handles. Hidden from screen readers, because each cell names its content. */
export function ColumnHeads({ columns, waterfall }: HeadsProps) {
  return (
    <div class="column-head-line">
      <div class="list-row row list-heads column-heads" aria-hidden="true">
        <span class="cell-seq">#</span>
        <span class="cell-time">time</span>
        <span class="cell-wire">
          <LaneNames class="sided wire-head" />
        </span>
        <span class="cell-title">method</span>
        <span class="cell-id">id</span>
        <span class="cell-summary">what</span>
        <Silences waterfall={waterfall} />
        <span class="cell-duration">duration</span>
        <span class="cell-size">size</span>
        <span class="cell-findings" />
      </div>
      <ColumnHandles columns={columns} />
    </div>
  );
}

/** The scale of the waterfall. Changes with every row that scrolls in. */
function Silences({ waterfall }: { waterfall: ReadonlySignal<Waterfall> }) {
  return (
    <span class="cell-waterfall" title="When, of what is in sight. Silences, and waiting up to now, are made short.">
      {waterfall.value.silences.map(({ at, from, to, isWaiting }) => (
        <span
          key={from}
          class="silence"
          style={{ insetInlineStart: `${at}%` }}
          title={`${formatDuration(elapsedUs(Math.round(to - from)))} of ${isWaiting ? 'waiting' : 'silence'}`}
        />
      ))}
    </span>
  );
}
