import type { ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { toBar, type Waterfall } from './waterfall-rows.ts';
import './waterfall-bar.css';

interface BarProps {
  readonly row: TimelineRow;
  readonly waterfall: ReadonlySignal<Waterfall>;
  readonly end: ReadonlySignal<number>;
}

/** Bar with a row's time and its owner. The duration column and the Timing tab have the same in words. */
export function WaterfallBar({ row, waterfall, end }: BarProps) {
  const bar = toBar(row, waterfall.value, end.value);
  const waits = bar.client + bar.human > 0;
  return (
    <span
      class="owner-bar bar"
      aria-hidden="true"
      data-of={bar.owner}
      data-open={bar.isOpen}
      data-cut={bar.isCut}
      style={{ insetInlineStart: `min(${bar.start}%, 100% - 2px)`, inlineSize: `${bar.width}%` }}
    >
      {bar.delayed > 0 && (
        <span class="bar-part bar-delayed" data-of="acptap" style={{ inlineSize: `${bar.delayed}%` }} />
      )}
      {waits && <span class="bar-part" data-of="client" style={{ inlineSize: `${bar.client}%` }} />}
      {waits && <span class="bar-part" data-of="human" style={{ inlineSize: `${bar.human}%` }} />}
    </span>
  );
}
