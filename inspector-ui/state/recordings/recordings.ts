import { signal, type ReadonlySignal } from '@preact/signals';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Backend, FeedEvent } from '../../backends/backend.ts';

/**
 * All recordings, newest first; undefined until the first response. Fetches the whole list after every connect,
 * because recordings may have been removed meanwhile. Applies events that arrive during the fetch afterwards.
 */
export function createRecordings(backend: Pick<Backend, 'listen' | 'recordings'>) {
  const recordings = signal<readonly RecordingSummary[] | undefined>(undefined);
  const largeFolder = signal<number | null>(null);
  let waiting: FeedEvent[] | undefined;

  const fetchAll = async () => {
    const mine: FeedEvent[] = (waiting = []);
    try {
      const all = await backend.recordings();
      if (waiting === mine) recordings.value = mine.reduce(applied, newestFirst(all));
    } catch {
      // The connection shows the error and sends another `connected` later. Keeps the known recordings.
      if (waiting === mine) recordings.value = mine.reduce(applied, recordings.peek() ?? []);
    } finally {
      if (waiting === mine) waiting = undefined;
    }
  };

  const stop = backend.listen((event) => {
    if (event.kind === 'connected') {
      largeFolder.value = null; // the feed sends it again
      void fetchAll();
    } else if (event.kind === 'large-folder') largeFolder.value = event.used;
    else if (waiting) waiting.push(event);
    else recordings.value = applied(recordings.peek() ?? [], event);
  });

  return {
    recordings: recordings as ReadonlySignal<readonly RecordingSummary[] | undefined>,
    /** The bytes of the data folder when it is large; else null. */
    largeFolder: largeFolder as ReadonlySignal<number | null>,
    /** Returns the current summary of a recording; reading subscribes. */
    byId: (id: string | undefined) => recordings.value?.find((recording) => recording.id === id),
    dispose: stop,
  };
}

export type Recordings = ReturnType<typeof createRecordings>;

/** Returns the list after an event; the same list if the event does not change it. */
function applied(known: readonly RecordingSummary[], event: FeedEvent): readonly RecordingSummary[] {
  if (event.kind === 'removed') return known.filter(({ id }) => !event.ids.includes(id));
  if (event.kind !== 'recordings' || event.recordings.length === 0) return known;
  const byId = new Map(known.map((recording) => [recording.id, recording]));
  for (const recording of event.recordings) byId.set(recording.id, recording);
  return newestFirst([...byId.values()]);
}

const newestFirst = (list: readonly RecordingSummary[]): readonly RecordingSummary[] =>
  list.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : one.startedAt > other.startedAt ? -1 : 0));
