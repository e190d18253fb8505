/** The common part of maps and sets: both keep the order of their keys. */
interface Kept<Key> {
  readonly size: number;
  keys(): Iterable<Key>;
  delete(key: Key): boolean;
}

/**
 * Sets a value as the newest of a map with at most `most` entries, and removes the oldest ones beyond that. Returns
 * whether one was removed.
 */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): boolean {
  map.delete(key);
  map.set(key, value);
  return forgetOldest(map, most);
}

/** The same for a set. */
export function addNewest<Key>(set: Set<Key>, key: Key, most: number): boolean {
  set.delete(key);
  set.add(key);
  return forgetOldest(set, most);
}

function forgetOldest<Key>(kept: Kept<Key>, most: number): boolean {
  if (kept.size <= most) return false;
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return true;
}
