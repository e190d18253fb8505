import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import { isCovered, pixelStep, toPointerMark, toTimeLabel, widthOf } from '../timeline/axis-rows.ts';

interface LabelsProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly pixels: ReadonlySignal<number>;
}

/** A shortened silence makes a pixel shorter than this, but the minimap is an overview. */
const MILLISECOND_US = 1000;
/** The end of a live recording grows: fractions would flicker. */
const SECOND_US = 1_000_000;

/** Start and end of the minimap, and the moment below the pointer. */
export function MinimapLabels({ inspector, opened, pixels }: LabelsProps) {
  const { axis, summary, isLive } = opened;
  const labels = useComputed(() => {
    const { scale } = axis;
    const { length, timeAt } = scale.value;
    const times = { mode: inspector.timeMode.value, startedAt: parseInstant(summary.value.startedAt) };
    const whole = { from: 0, to: length };
    const exact = Math.max(pixelStep(whole, pixels.value), MILLISECOND_US);
    const pointer = toPointerMark(scale.value, whole, axis.pointer.value, pixels.value, times, exact);
    const exactEnd = isLive.value ? Math.max(exact, SECOND_US) : exact;
    const [start, end] = [toTimeLabel(0, exactEnd, times), toTimeLabel(timeAt(length), exactEnd, times)];
    const endAt = 100 - (100 * widthOf(end)) / Math.max(pixels.value, 1);
    return {
      start: isCovered({ at: 0, label: start }, pointer, pixels.value) ? '' : start,
      end: isCovered({ at: endAt, label: end }, pointer, pixels.value) ? '' : end,
      pointer,
    };
  });
  const { start, end, pointer } = labels.value;
  return (
    <>
      <span class="strip-label" data-at="start">
        {start}
      </span>
      <span class="strip-label" data-at="end">
        {end}
      </span>
      {pointer && (
        <span class="strip-pointer" style={{ insetInlineStart: `${pointer.at}%` }}>
          <span class="strip-label" data-at={pointer.side}>
            {pointer.label}
          </span>
        </span>
      )}
    </>
  );
}
