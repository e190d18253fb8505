import { setNewest } from '#core/set-newest.ts';

/** A map that keeps the `limit` most recently used items. */
export function createLruMap<Key, Value>(limit: number) {
  const kept = new Map<Key, Value>(); // in order of use
  let newest: Key | undefined;

  const set = (key: Key, value: Value): Value => {
    setNewest(kept, key, value, limit);
    newest = key;
    return value;
  };

  return {
    get(key: Key): Value | undefined {
      const value = kept.get(key);
      return value === undefined || key === newest ? value : set(key, value);
    },
    set,
    delete: (key: Key): void => void kept.delete(key),
  };
}
