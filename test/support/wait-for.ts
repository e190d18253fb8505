import { setTimeout as pause } from 'node:timers/promises';

/** For what must happen: long enough for the slowest machine, short enough to say what never came. */
const PATIENCE_MS = 30_000;

/** Waits until `look` gives something other than undefined, null and false, and returns it. @throws {Error} that names what never came. */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  for (const until = performance.now() + patienceMs; ; await pause(20)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as Exclude<T, undefined | null | false>; // just looked at
    if (performance.now() > until) throw new Error(`waited ${patienceMs} ms for ${what}, it never came`);
  }
}

/** What `promise` resolves to, or an error that names what was waited for. */
export function within<T>(what: string, promise: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${patienceMs} ms for ${what}, it never came`)), patienceMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
