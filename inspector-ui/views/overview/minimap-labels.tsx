import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import { toTimeLabel } from '../timeline/axis-rows.ts';

interface LabelsProps {
  readonly inspector: Inspector;
  readonly of: OpenedRecording;
  readonly pixels: ReadonlySignal<number>;
}

/** Start and end of the minimap, and the moment below the pointer. */
export function MinimapLabels({ inspector, of, pixels }: LabelsProps) {
  const { axis, summary } = of;
  const labels = useComputed(() => {
    const { scale } = axis;
    const { length, timeAt, at } = scale.value;
    const mode = inspector.timeMode.value;
    const startedAt = parseInstant(summary.value.startedAt);
    const step = length / Math.max(pixels.value, 1);
    const label = (t: number) => toTimeLabel(t, 10 ** Math.round(Math.log10(Math.max(step, 1))), { mode, startedAt });
    const t = axis.pointer.value;
    return {
      start: label(0),
      end: label(timeAt(length)),
      pointer: t === undefined ? undefined : { at: (100 * at(t)) / length, label: label(t) },
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
          <span class="strip-label" data-at={pointer.at > 50 ? 'before' : 'behind'}>
            {pointer.label}
          </span>
        </span>
      )}
    </>
  );
}
