import type { ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { toBar, type Waterfall } from './waterfall-rows.ts';
import './waterfall-bar.css';

interface BarProps {
  readonly row: TimelineRow;
  readonly waterfall: ReadonlySignal<Waterfall>;
}

/** Bar with a row's time and its owners. The duration column and the Timing tab have the same in words. */
export function WaterfallBar({ row, waterfall }: BarProps) {
  const bar = toBar(row, waterfall.value);
  if (bar.beyond) return <span class="bar-beyond" aria-hidden="true" data-beyond={bar.beyond} />;
  return (
    <span
      class="owner-bar bar"
      aria-hidden="true"
      data-of={bar.owner}
      data-open={bar.isOpen}
      data-sign={bar.sign}
      data-cut-before={bar.isCutBefore}
      data-cut={bar.isCut}
      style={{ insetInlineStart: `min(${bar.start}%, 100% - 2px)`, inlineSize: `${bar.width}%` }}
    >
      {bar.parts.map(({ of, isSilent, start, width }, index) => (
        <span
          key={index}
          class="bar-part"
          data-of={of}
          data-silent={isSilent || undefined}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
        />
      ))}
      {bar.breaks.map((at) => (
        <span key={`break ${at}`} class="bar-break" style={{ insetInlineStart: `${at}%` }} />
      ))}
    </span>
  );
}
