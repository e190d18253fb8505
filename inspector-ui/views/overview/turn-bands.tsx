import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toBands, toSilences } from './minimap-rows.ts';

interface BandsProps {
  readonly of: OpenedRecording;
  /** Width of the minimap. */
  readonly pixels: ReadonlySignal<number>;
}

/** The turns of the minimap, with their numbers, and its silences. */
export function TurnBands({ of: { overview, axis }, pixels }: BandsProps) {
  const bands = useComputed(() =>
    overview.value ? toBands(overview.value.axis, axis.scale.value, axis.now.value, pixels.value) : [],
  );
  const silences = useComputed(() => toSilences(axis.scale.value));
  return (
    <>
      {silences.value.map(({ start, width, title }) => (
        <span
          key={title + start}
          class="strip-silence"
          title={title}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
        />
      ))}
      <span class="strip-turns" aria-hidden="true">
        {bands.value.map(({ first, start, width, label, title, isOdd, isOpen }) => (
          <span
            key={first}
            class="strip-turn"
            data-odd={isOdd}
            data-open={isOpen}
            title={title}
            style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
          >
            {label}
          </span>
        ))}
      </span>
    </>
  );
}
