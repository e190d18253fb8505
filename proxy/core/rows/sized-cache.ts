/** An object with a memory use that may grow. */
interface Sized {
  /** Its approximate size in bytes. */
  readonly bytes: () => number;
}

/** The most values, however small. */
const MOST = 64;

/** Keeps the most recently used values within `maxBytes`. Always keeps the value requested last. */
export function createSizedCache<Value extends Sized>(maxBytes: number) {
  const kept = new Map<string, Value>(); // in order of use

  return (key: string, make: () => Value): Value => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    let sum = 0;
    for (const each of kept.values()) sum += each.bytes();
    for (const [oldest, each] of kept) {
      if ((sum <= maxBytes && kept.size <= MOST) || each === value) break;
      kept.delete(oldest);
      sum -= each.bytes();
    }
    return value;
  };
}
