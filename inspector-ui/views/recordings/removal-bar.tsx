import { useClock } from '../../components/use-clock.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toRemovalRows } from './removal-rows.ts';
import './removal-bar.css';

/** Recordings that were removed just now, each with a button that restores it. */
export function RemovalBar({ inspector }: { inspector: Inspector }) {
  const { removals, change } = inspector.recordingMarks;
  const list = removals.value ?? [];
  const now = useClock(inspector, list.length > 0);
  const restore = async (id: string) => inspector.say((await change(id, { do: 'restore' })) ?? 'Restored.');
  return (
    <div role="status" aria-label="Removed recordings" class="removals">
      {toRemovalRows(list, now.value).map(({ id, title, text, left, isFailure }) => (
        <p key={id} class="removal" data-removal={id} data-failed={isFailure}>
          <span class="one-line" title={title}>
            {text}
          </span>
          {/* Not read aloud each second. */}
          <span class="digits aside" aria-hidden="true">
            {left}
          </span>
          <button
            type="button"
            class="plain-button"
            aria-label={`Undo the removal of ${title}`}
            title="Undo the last removal: Ctrl Z"
            onClick={() => void restore(id)}
          >
            Undo
          </button>
        </p>
      ))}
    </div>
  );
}
