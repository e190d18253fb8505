import { setImmediate as rest } from 'node:timers/promises';
import { createQueries, type Queries, type RecordingQueries } from '#core/queries/recording-queries.ts';
import { storeSource } from '../store/store-source.ts';
import type { Store } from '../store/store.ts';
import type { Library } from './library.ts';

/** Queries about the recordings of a library. */
export interface LibraryQueries {
  readonly find: (id: string) => RecordingQueries | undefined;
  readonly compare: Queries['compare'];
}

export function libraryQueries(library: Pick<Library, 'find'>): LibraryQueries {
  const queries = createQueries({
    rest: () => rest(),
    now: () => performance.now(),
    loadRegexes: async () => (await import('../regex/linear-regex.ts')).compileRegex,
  });
  const stores = new WeakMap<Store, number>();
  let count = 0;

  /** Store and id are parts of the key: a replaced database or a removed recording may have used the same `no`. */
  function keyOf(store: Store, no: number, id: string): string {
    const known = stores.get(store) ?? count++;
    stores.set(store, known);
    return `${known} ${no} ${id}`;
  }

  return {
    find(id) {
      const found = library.find(id);
      return found && queries.of(storeSource(found.store, found.no, keyOf(found.store, found.no, id)));
    },
    compare: queries.compare,
  };
}
