import type { ReadonlySignal } from '@preact/signals';
import { elapsedUs } from '#core/wire/units.ts';
import { formatDuration } from '../../text/time.ts';
import type { Waterfall } from './waterfall-rows.ts';

/** For the eye: each cell says in words what it holds. */
export function ColumnHeads({ waterfall }: { waterfall: ReadonlySignal<Waterfall> }) {
  const { silences } = waterfall.value;
  return (
    <div class="row column-heads" aria-hidden="true">
      <span class="cell-seq">#</span>
      <span class="cell-time">time</span>
      <span class="cell-wire">
        <span class="wire-head" data-of="client">
          client
        </span>
        <span class="wire-head" data-of="agent">
          agent
        </span>
      </span>
      <span class="cell-title">method</span>
      <span class="cell-id">id</span>
      <span class="cell-summary">what</span>
      <span class="cell-waterfall" title="When, of what is in sight. Silences are made short.">
        {silences.map(({ at, from, to }) => (
          <span
            key={from}
            class="silence"
            style={{ insetInlineStart: `${at}%` }}
            title={`${formatDuration(elapsedUs(Math.round(to - from)))} of silence`}
          />
        ))}
      </span>
      <span class="cell-duration">duration</span>
      <span class="cell-size">size</span>
      <span class="cell-findings" />
    </div>
  );
}
