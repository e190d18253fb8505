import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { MarkVerb, Removal } from '#core/contract/marks.ts';
import { reasonOf, type Backend } from '../../backends/backend.ts';

/** Pins, names, comments and removals of recordings, as the server keeps them. */
export function createRecordingMarks(backend: Pick<Backend, 'listen' | 'mark'>) {
  const removals = signal<readonly Removal[] | undefined>(undefined);
  const seen = new Set<string>();
  /** Requests of removals and restorations whose event is to come: keys are faster than the feed. */
  const removing = new Map<string, Promise<unknown>>();
  const restoring = new Set<string>();
  backend.listen((event) => {
    if (event.kind === 'connected') removals.value = undefined; // the feed sends them again
    if (event.kind !== 'removals') return;
    removals.value = event.recordings;
    const ids = new Set(event.recordings.map(({ id }) => id));
    for (const id of ids) {
      seen.add(id);
      removing.delete(id);
    }
    for (const id of restoring)
      if (!ids.has(id)) {
        restoring.delete(id);
        seen.delete(id);
      }
  });
  /** Resolves to the reason why it was not done. */
  const change = async (recording: string, verb: MarkVerb): Promise<string | undefined> => {
    const request = backend.mark(recording, verb).then(() => undefined, reasonOf);
    if (verb.do === 'remove') {
      removing.set(recording, request);
      restoring.delete(recording);
    }
    if (verb.do === 'restore') restoring.add(recording);
    const reason = await request;
    if (reason !== undefined) (verb.do === 'remove' ? removing : restoring).delete(recording);
    return reason;
  };

  return {
    /** Removed recordings that can be restored; undefined where pages may change nothing. */
    removals: removals as ReadonlySignal<readonly Removal[] | undefined>,
    /** Whether this page saw the removal of a recording. */
    wasRemoved: (recording: string): boolean => seen.has(recording),
    /** Whether pages may change recordings. */
    canChange: computed(() => removals.value !== undefined),
    /** The recording whose menu or dialog is open, and where the menu is. */
    chosen: signal<{ readonly id: string; readonly x: number; readonly y: number } | undefined>(undefined),
    /** Unsaved comments, by recording or entry. */
    drafts: new Map<string, string>(),
    change,
    /** Restores the recording that was removed last. Resolves to the notice for the user. */
    async restoreLast(): Promise<string> {
      const known = (removals.peek() ?? []).map(({ id }) => id);
      const last = [...known, ...removing.keys()].findLast((id) => !restoring.has(id));
      if (last === undefined) return 'No recording was removed just now.';
      restoring.add(last);
      await removing.get(last);
      const reason = await change(last, { do: 'restore' });
      removing.delete(last);
      return reason ?? 'Restored.';
    },
  };
}
