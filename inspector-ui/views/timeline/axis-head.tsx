import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { clamp } from '#core/clamp.ts';
import type { TimeAxis } from '../../state/axis/time-axis.ts';
import { isClick, isCovered, toPointerMark, type AxisMarks, type Tick, type TimeLabels } from './axis-rows.ts';
import './axis-head.css';

export interface AxisHeadProps {
  readonly box: RefObject<HTMLSpanElement | null>;
  /** Its width in pixels: to read it from the element would lay out the page at each step of a scroll. */
  readonly pixels: ReadonlySignal<number>;
  readonly axis: TimeAxis;
  readonly marks: ReadonlySignal<AxisMarks>;
  readonly labels: ReadonlySignal<TimeLabels>;
  /** Shows a part of the window, from 0 to 1, and scrolls the list there. */
  readonly zoomTo: (from: number, to: number) => void;
}

/** The head of the waterfall: its time axis. A drag shows a part of it, a double click the whole. */
export function AxisHead({ box, pixels, axis, marks, labels, zoomTo }: AxisHeadProps) {
  const drag = useSignal<{ readonly x: number; readonly from: number; readonly to: number } | undefined>(undefined);
  const pointer = useComputed(() =>
    toPointerMark(axis.scale.value, axis.window.value, axis.pointer.value, pixels.value, labels.value),
  );
  const textOf = (tick: Tick) => (isCovered(tick, pointer.value, pixels.value) ? '' : tick.label);
  const shareAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return clamp((clientX - left) / Math.max(width, 1), 0, 1);
  };
  const begin = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    drag.value = { x: event.clientX, from: shareAt(event), to: shareAt(event) };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (drag.peek()) drag.value = { x: 0, from: 0, ...drag.peek(), to: shareAt(event) };
  };
  const end = (event: PointerEvent) => {
    const done = drag.peek();
    drag.value = undefined;
    if (done && !isClick(done.x, event.clientX)) zoomTo(Math.min(done.from, done.to), Math.max(done.from, done.to));
  };
  return (
    <span
      ref={box}
      class="cell-waterfall axis-head"
      data-testid="axis"
      title="When. Drag to zoom in, Ctrl and wheel to zoom, + and − too; 0 or a double click: all that is in sight, then the whole"
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => void (drag.value = undefined)}
      onDblClick={axis.fit}
    >
      {marks.value.breaks.map(({ start, width, title }) => (
        <span
          key={title + start}
          class="axis-break"
          title={title}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
        />
      ))}
      {marks.value.breaks
        .filter(({ label }) => label !== '')
        .map(({ start, label, labelAt }) => (
          <span key={start} class="axis-break-label axis-label" style={{ insetInlineStart: `${labelAt}%` }}>
            {textOf({ at: labelAt, label })}
          </span>
        ))}
      {marks.value.ticks.map((tick) => (
        <span
          key={tick.at}
          class="axis-tick axis-label"
          data-side={tick.side}
          data-line={tick.line}
          style={{ insetInlineStart: `${tick.at}%` }}
        >
          {textOf(tick)}
        </span>
      ))}
      {drag.value && (
        <span
          class="axis-drag"
          style={{
            insetInlineStart: `${100 * Math.min(drag.value.from, drag.value.to)}%`,
            inlineSize: `${100 * Math.abs(drag.value.to - drag.value.from)}%`,
          }}
        />
      )}
      {pointer.value && (
        <span
          class="axis-pointer axis-label"
          data-side={pointer.value.side}
          style={{ insetInlineStart: `${pointer.value.at}%` }}
        >
          {pointer.value.label}
        </span>
      )}
    </span>
  );
}
