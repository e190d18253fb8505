import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { elapsedUs } from '#core/units.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatElapsed } from '../../text/time.ts';
import { boxStart, isMovable, toBoxPlace } from './minimap-rows.ts';

interface BoxProps {
  readonly opened: OpenedRecording;
  readonly strip: RefObject<HTMLElement | null>;
  /** Width of the minimap. */
  readonly pixels: ReadonlySignal<number>;
}

/**
 * The part of the time that the waterfall shows, or where the rows in sight begin. Dragging it scrolls the list. This
 * component handles its lower edge; `OverviewStrip` handles its inside, where a click selects an entry.
 */
export function MinimapBox({ opened, strip, pixels }: BoxProps) {
  const { axis } = opened;
  /** Position below the pointer, less the start of the box. */
  const grip = useSignal<number | undefined>(undefined);
  const { length, timeAt } = axis.scale.value;
  const { marked } = axis;
  const positionAt = ({ clientX }: PointerEvent) => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((clientX - left) / Math.max(width, 1)) * axis.scale.peek().length;
  };
  const begin = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    grip.value = positionAt(event) - (marked.peek()?.from ?? 0);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (grip.peek() !== undefined) opened.lookAtPosition(positionAt(event) - (grip.peek() ?? 0));
  };
  const end = () => void (grip.value = undefined);
  const press = (event: KeyboardEvent) => {
    const part = marked.peek();
    const start = part && boxStart(event, part, axis.scale.peek().length);
    if (start === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    opened.lookAtPosition(start);
  };
  if (!marked.value) return null;
  const { from, to } = marked.value;
  const { start, width, gripStart, gripWidth } = toBoxPlace(marked.value, length, pixels.value);
  return (
    <>
      <span
        class="strip-box"
        data-marks={axis.isZoomed.value ? 'window' : 'rows'}
        title={
          isMovable(marked.value, length)
            ? 'In sight: drag to move through the recording, click to go there. A drag beside it, or with Shift, selects a range of time'
            : 'In sight: click to go there, drag to select a range of time. Drag the lower edge to move through the recording'
        }
        style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
      />
      <span
        class="strip-grip"
        role="slider"
        tabIndex={0}
        data-keys="own"
        aria-label="Time in sight"
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(from)}
        aria-valuetext={`${formatElapsed(elapsedUs(Math.round(timeAt(from))))} to ${formatElapsed(elapsedUs(Math.round(timeAt(to))))} seconds`}
        title="Drag to move through the recording"
        style={{ insetInlineStart: `${gripStart}%`, inlineSize: `${gripWidth}%` }}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={press}
      />
    </>
  );
}
