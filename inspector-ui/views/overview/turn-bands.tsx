import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toSilences, type Band } from './minimap-rows.ts';

interface BandsProps {
  readonly opened: OpenedRecording;
  readonly bands: ReadonlySignal<readonly Band[]>;
}

/** The turns of the minimap, with their numbers, and its silences. */
export function TurnBands({ opened: { axis }, bands }: BandsProps) {
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
        {bands.value.map(({ first, start, width, label, title, lane, lanes, isOdd, isOpen }) => (
          <span
            key={first}
            class="strip-turn"
            data-odd={isOdd}
            data-open={isOpen}
            title={title}
            style={{
              insetInlineStart: `${start}%`,
              inlineSize: `${width}%`,
              insetBlockStart: `${(100 * lane) / lanes}%`,
              blockSize: `${100 / lanes}%`,
              lineHeight: `calc(var(--turns) / ${lanes})`,
            }}
          >
            {label}
          </span>
        ))}
      </span>
    </>
  );
}
