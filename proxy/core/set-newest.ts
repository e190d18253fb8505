/**
 * Sets a value as the newest of a map with at most `most` entries, and removes the oldest ones beyond that. Returns
 * whether one was removed.
 */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): boolean {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return false;
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
  return true;
}
