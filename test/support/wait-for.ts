import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for the slowest machine. Below half of the limit of a test, whose message would not name what is missing. */
export const PATIENCE_MS = 110_000;

/**
 * Waits until `look` returns something other than undefined, null and false, and returns it.
 * @throws {Error} that names what is missing.
 */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  for (const until = performance.now() + patienceMs; ; await pause(20)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as Exclude<T, undefined | null | false>; // just checked
    if (performance.now() > until) throw new Error(`waited ${patienceMs} ms for ${what}, it never came`);
  }
}

/** Returns what `promise` resolves to. @throws {Error} that names what is missing, after `patienceMs`. */
export function within<T>(what: string, promise: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${patienceMs} ms for ${what}, it never came`)), patienceMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
