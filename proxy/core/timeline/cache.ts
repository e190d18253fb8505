/** Something that takes memory, more of it as time goes by. */
interface Sized {
  /** How many bytes it takes now, roughly. */
  readonly bytes: () => number;
}

/** However small they are. */
const MOST = 64;

/** Keeps what was used last, as much as fits into `maxBytes`; what is asked for now in any case. */
export function createCache<Value extends Sized>(maxBytes: number) {
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
