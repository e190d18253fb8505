/** Keeps the newest values, with at most `most` characters in all. */
export function createTextMemory<Value extends { readonly characters: number }>(most: number) {
  const kept = new Map<string, Value>(); // oldest first
  let sum = 0;

  function forget(key: string): void {
    sum -= kept.get(key)?.characters ?? 0;
    kept.delete(key);
  }

  return {
    get: (key: string): Value | undefined => kept.get(key),
    forget,
    set(key: string, value: Value): void {
      forget(key);
      if (value.characters > most) return;
      kept.set(key, value);
      sum += value.characters;
      for (const oldest of kept.keys()) {
        if (sum <= most) break;
        forget(oldest);
      }
    },
  };
}
