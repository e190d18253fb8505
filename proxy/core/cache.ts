import { setNewest } from './set-newest.ts';

/** A limit on the size of all values together. Values may grow, so each use adds up their sizes again. */
interface SizeLimit<Value> {
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
}

/** Keeps the most recently used values, at most `most` and within the size limit. Always keeps the latest value. */
export function createCache<Key, Value>(most: number, limit?: SizeLimit<Value>) {
  const kept = new Map<Key, Value>(); // in order of use
  let newest: Key | undefined;

  function set(key: Key, value: Value): Value {
    setNewest(kept, key, value, most);
    newest = key;
    if (limit) forgetBeyond(limit);
    return value;
  }

  function forgetBeyond({ maxBytes, bytesOf }: SizeLimit<Value>): void {
    let sum = 0;
    for (const each of kept.values()) sum += bytesOf(each);
    for (const [oldest, each] of kept) {
      if (sum <= maxBytes || oldest === newest) break;
      kept.delete(oldest);
      sum -= bytesOf(each);
    }
  }

  return {
    get(key: Key): Value | undefined {
      const value = kept.get(key);
      return value === undefined || key === newest ? value : set(key, value);
    },
    set,
    getOrMake: (key: Key, make: () => Value): Value => set(key, kept.get(key) ?? make()),
    delete: (key: Key): void => void kept.delete(key),
    /** Deletes a value, unless a newer one has its key. */
    deleteValue: (key: Key, value: Value): void => void (kept.get(key) === value && kept.delete(key)),
  };
}
