import { statSync } from 'node:fs';

/** How often the wire is looked at, and for how long the agent has the cores to itself. */
const TICK_MS = 250;

/** A busy wire nobody watches is left alone for that many ticks: 15 s. What passes meanwhile is safe in the spool. */
const MOST_TICKS = 60;

/** From here on the wire is busy: some two hundred message chunks a second, twice what a fast model streams. */
export const BUSY_BYTES_PER_SECOND = 50_000;

/** A mark younger than this says that somebody is watching. */
const FRESH_MS = 3000;

/** True while somebody looks at recordings: `path` is the data folder's mark. */
export function isWatched(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs < FRESH_MS;
  } catch {
    return false; // a folder that we may not look into
  }
}

/** What is asked at each tick. */
export interface Wire {
  /** Bytes in the spool. */
  readonly size: () => number;
  readonly watched: () => boolean;
}

/** Calls `tick` again and again; returns what ends that. */
export type Clock = (tick: () => void, ms: number) => () => void;

/**
 * Calls `start` as soon as a tick has passed in which the wire was quiet, at once when somebody watches, and after 15 s in any case:
 * a process that boots beside a busy wire delays its round trips. Returns a function that gives up.
 */
export function startWhenQuiet(start: () => void, { size, watched }: Wire, every: Clock = unrefInterval): () => void {
  let ticks = 0;
  let before = Number.NEGATIVE_INFINITY;
  const stop = every(() => {
    const now = size();
    const quiet = now - before < (BUSY_BYTES_PER_SECOND * TICK_MS) / 1000;
    before = now;
    ticks += 1;
    if (!quiet && ticks < MOST_TICKS && !watched()) return;
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
