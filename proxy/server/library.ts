import type { MarkVerb, Removal } from '#core/contract/marks.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { StoredRecording } from '../store/read/read.ts';
import type { Store } from '../store/store.ts';

/** A recording and its store. */
export interface LibraryRecording {
  readonly store: Store;
  readonly no: number;
}

/** A recording of the list. */
export interface ListedRecording extends LibraryRecording {
  readonly summary: RecordingSummary;
}

/** How pages change recordings: marks at once, removals after a time for undoing. */
export interface LibraryChanges {
  /** @throws {AcptapError} with the reason for the user, and errors of the store. */
  readonly apply: (recording: LibraryRecording, verb: MarkVerb) => void;
  readonly removals: () => readonly Removal[];
  readonly close: () => void;
}

/** The recordings of the inspector: a growing database, or chosen recordings. */
export interface Library {
  /** Newest first. */
  all(): readonly ListedRecording[];
  find(id: string): LibraryRecording | undefined;
  /** A number that changes when something was recorded. Reading it takes microseconds. */
  version(): number;
  /** The bytes of the data folder when it is large; else null. */
  largeFolder(): number | null;
  /** Missing where pages may change nothing. */
  readonly changes?: LibraryChanges;
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
    all() {
      const store = current();
      return store.read.recordings().map((found) => ({ ...found, store }));
    },
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

export const summariesOf = (library: Pick<Library, 'all'>): readonly RecordingSummary[] =>
  library.all().map(({ summary }) => summary);

/** Returns a library of only these recordings. Equal ids (a file and its copy) become `id`, `id~2`, `id~3`, … */
export function chosenRecordings(chosen: readonly (StoredRecording & { readonly store: Store })[]): Library {
  const shelf = new Map<string, LibraryRecording>();
  for (const { store, no, summary } of chosen) {
    let id = summary.id;
    for (let copy = 2; shelf.has(id); copy++) id = `${summary.id}~${copy}`;
    shelf.set(id, { store, no });
  }
  const stores = [...new Set(chosen.map(({ store }) => store))];
  return {
    all: () =>
      [...shelf].flatMap(([id, { store, no }]) => {
        const summary = store.read.summary(no);
        return summary ? { store, no, summary: { ...summary, id } } : [];
      }),
    find: (id) => shelf.get(id),
    largeFolder: () => null,
    version: () => stores.reduce((sum, store) => sum + store.read.version(), 0),
  };
}
