import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { StoredRecording } from '../store/read.ts';
import type { Store } from '../store/store.ts';

/** A recording and its store. */
export interface LibraryRecording {
  readonly store: Store;
  readonly no: number;
}

/** What the inspector shows: a growing database, or chosen recordings. */
export interface Library {
  recordings(): readonly RecordingSummary[];
  find(id: string): LibraryRecording | undefined;
  /** A number that changes when something was recorded. Reading it takes microseconds. */
  version(): number;
  /** The bytes of the data folder when it is large; else null. */
  largeFolder(): number | null;
}

/**
 * All recordings of a database, including new ones. `current` may return another store when the file was replaced.
 * `largeFolder` measures the data folder around it.
 */
export function wholeDatabase(
  current: () => Store,
  largeFolder: (store: Store) => number | null = () => null,
): Library {
  let asked: Store | undefined;
  let stores = 0;
  return {
    recordings: () =>
      current()
        .read.recordings()
        .map(({ summary }) => summary),
    find(id) {
      const store = current();
      const found = store.read.find(id).find(({ summary }) => summary.id === id);
      return found && { store, no: found.no };
    },
    largeFolder: () => largeFolder(current()),
    version() {
      const store = current();
      if (store !== asked) [asked, stores] = [store, stores + 1];
      return stores * 2 ** 32 + store.read.version(); // another store counts from 0
    },
  };
}

/** Only these recordings. Several with the same id (a file and its copy) are shown as `id`, `id~2`, `id~3`, … */
export function chosenRecordings(chosen: readonly (StoredRecording & { readonly store: Store })[]): Library {
  const shelf = new Map<string, LibraryRecording>();
  for (const { store, no, summary } of chosen) {
    let id = summary.id;
    for (let copy = 2; shelf.has(id); copy++) id = `${summary.id}~${copy}`;
    shelf.set(id, { store, no });
  }
  const stores = [...new Set(chosen.map(({ store }) => store))];
  return {
    recordings: () =>
      [...shelf].flatMap(([id, { store, no }]) => {
        const summary = store.read.summary(no);
        return summary ? { ...summary, id } : [];
      }),
    find: (id) => shelf.get(id),
    largeFolder: () => null,
    version: () => stores.reduce((sum, store) => sum + store.read.version(), 0),
  };
}
