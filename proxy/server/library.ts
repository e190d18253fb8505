import type { RecordingSummary } from '#core/contract/api.ts';
import type { StoredRecording } from '../store/read.ts';
import type { Store } from '../store/store.ts';

/** A recording where it lies. */
export interface Shelved {
  readonly store: Store;
  readonly no: number;
}

/** What the inspector shows: a database that grows, or a few chosen recordings, from files or not. */
export interface Library {
  recordings(): readonly RecordingSummary[];
  find(id: string): Shelved | undefined;
  /** Changes when something was recorded. Microseconds to ask. */
  version(): number;
}

/** All recordings of a database, those to come included. */
export function wholeDatabase(store: Store): Library {
  return {
    recordings: () => store.read.recordings().map(({ summary }) => summary),
    find(id) {
      const found = store.read.find(id).find(({ summary }) => summary.id === id);
      return found && { store, no: found.no };
    },
    version: store.read.version,
  };
}

/** Just these recordings. */
export function chosenRecordings(chosen: readonly (StoredRecording & { readonly store: Store })[]): Library {
  const shelf = new Map(chosen.map(({ store, no, summary }) => [summary.id, { store, no }]));
  const stores = [...new Set(chosen.map(({ store }) => store))];
  return {
    recordings: () => [...shelf.values()].flatMap(({ store, no }) => store.read.summary(no) ?? []),
    find: (id) => shelf.get(id),
    version: () => stores.reduce((sum, store) => sum + store.read.version(), 0),
  };
}
