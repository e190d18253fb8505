import { performance } from 'node:perf_hooks';
import nodeTimers from 'node:timers';
import type { Clock } from '../model/clock.ts';

/** Node's own timers, read once: tests replace the global ones and those of `node:timers` with fake timers. */
const {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setImmediate: startTurn,
  clearImmediate: stopTurn,
} = nodeTimers;
const elapsed = performance.now.bind(performance);

/** The longest delay of Node's timers, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: elapsed,
  after(ms, expired) {
    const timer = startTimer(expired, Math.min(ms, LONGEST_TIMER));
    return () => stopTimer(timer);
  },
};

/** Calls back in the next turn of the event loop; returns a function that cancels. */
export function nextTurn(act: () => void): () => void {
  const turn = startTurn(act);
  return () => stopTurn(turn);
}

/** A clock that a test moves by hand. */
export interface VirtualClock extends Clock {
  /** Moves the clock forward; timers in that time expire in order. */
  readonly advance: (ms: number) => void;
}

export function virtualClock(): VirtualClock {
  const timers = new Set<{ readonly at: number; readonly expired: () => void }>();
  let now = 0;

  function first(until: number) {
    let found: { readonly at: number; readonly expired: () => void } | undefined;
    for (const timer of timers)
      if (timer.at <= until && timer.at < (found?.at ?? Number.POSITIVE_INFINITY)) found = timer;
    return found;
  }

  return {
    now: () => now,
    after(ms, expired) {
      const timer = { at: now + ms, expired };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = first(until); timer; timer = first(until)) {
        timers.delete(timer);
        now = timer.at;
        timer.expired();
      }
      now = until;
    },
  };
}
