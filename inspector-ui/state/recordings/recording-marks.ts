import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { MarkVerb, Removal } from '#core/contract/marks.ts';
import { reasonOf, type Backend } from '../../backends/backend.ts';

/** Pins, names, comments and removals of recordings, as the server keeps them. */
export function createRecordingMarks(backend: Pick<Backend, 'listen' | 'mark'>) {
  const removals = signal<readonly Removal[] | undefined>(undefined);
  backend.listen((event) => {
    if (event.kind === 'connected') removals.value = undefined; // the feed sends them again
    if (event.kind === 'removals') removals.value = event.recordings;
  });
  /** Resolves to the reason why it was not done. */
  const change = (recording: string, verb: MarkVerb): Promise<string | undefined> =>
    backend.mark(recording, verb).then(() => undefined, reasonOf);

  return {
    /** Removed recordings that can be restored; undefined where pages may change nothing. */
    removals: removals as ReadonlySignal<readonly Removal[] | undefined>,
    /** Whether pages may change recordings. */
    canChange: computed(() => removals.value !== undefined),
    /** The recording whose menu or dialog is open, and where the menu is. */
    chosen: signal<{ readonly id: string; readonly x: number; readonly y: number } | undefined>(undefined),
    change,
    /** Restores the recording that was removed last. Resolves to the notice for the user. */
    async restoreLast(): Promise<string> {
      const last = removals.peek()?.at(-1);
      return last ? ((await change(last.id, { do: 'restore' })) ?? 'Restored.') : 'No recording was removed just now.';
    },
  };
}
