import { statSync } from 'node:fs';

/** How often the wire is checked, and how long the agent first has the cores to itself. */
const TICK_MS = 250;

/** After this many ticks (15 s) even a busy, unwatched wire gets its recorder. Until then the spool has it all. */
const MAX_TICKS = 60;

/** A wire is busy from this rate on: about 200 message chunks a second, twice as many as a fast model sends. */
export const BUSY_BYTES_PER_SECOND = 50_000;

/** A younger mark means that the folder is watched. */
const FRESH_MS = 3000;

/** True while a person looks at recordings: `path` is the data folder's mark. */
export function isWatched(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs < FRESH_MS;
  } catch {
    return false; // the folder is not readable
  }
}

/** The inputs of each tick. */
export interface Wire {
  /** Bytes in the spool. */
  readonly size: () => number;
  readonly watched: () => boolean;
}

/** Calls `tick` repeatedly; returns a function that stops. */
export type Clock = (tick: () => void, ms: number) => () => void;

/**
 * Calls `start` after a quiet tick, at the first tick when watched, and after 15 s in any case: a process that starts
 * beside a busy wire delays its round trips. Returns a function that cancels.
 */
export function startWhenQuiet(start: () => void, { size, watched }: Wire, every: Clock = unrefInterval): () => void {
  let ticks = 0;
  let before = Number.NEGATIVE_INFINITY; // so the first tick is never quiet
  const stop = every(() => {
    const now = size();
    const quiet = now - before < (BUSY_BYTES_PER_SECOND * TICK_MS) / 1000;
    before = now;
    ticks += 1;
    if (!quiet && ticks < MAX_TICKS && !watched()) return;
    stop();
    start();
  }, TICK_MS);
  return stop;
}

const unrefInterval: Clock = (tick, ms) => {
  const timer = setInterval(tick, ms);
  timer.unref();
  return () => clearInterval(timer);
};
