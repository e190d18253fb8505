import { setImmediate as rest } from 'node:timers/promises';
import type { Chosen } from '#core/compare/compare.ts';
import type { Comparison, SideQuery } from '#core/model/compare.ts';
import { createQueries, MissingPartError, type RecordingQueries } from '#core/queries/recording-queries.ts';
import type { IsWanted } from '#core/rows/timeline-source.ts';
import { storeSource } from '../store/store-source.ts';
import type { Store } from '../store/store.ts';
import type { Library } from './library.ts';

/** Queries about the recordings of a library. */
export interface LibraryQueries {
  readonly find: (id: string) => RecordingQueries | undefined;
  /** Compares two recordings or parts. Undefined if the result is no longer wanted. @throws {MissingPartError} */
  readonly compare: (left: SideQuery, right: SideQuery, isWanted: IsWanted) => Promise<Comparison | undefined>;
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

  function find(id: string): RecordingQueries | undefined {
    const found = library.find(id);
    return found && queries.of(storeSource(found.store, found.no, keyOf(found.store, found.no, id)));
  }

  async function stepsOf(side: SideQuery, isWanted: IsWanted): Promise<Chosen> {
    const steps = await find(side.recording)?.steps(isWanted);
    if (!steps) throw new MissingPartError(`there is no recording ${side.recording}`);
    return { ...side, steps };
  }

  return {
    find,
    compare: async (left, right, isWanted) =>
      queries.compare(await stepsOf(left, isWanted), await stepsOf(right, isWanted), isWanted),
  };
}
