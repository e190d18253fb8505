import type { ElapsedUs } from './units.ts';

/**
 * `0.000`, `12.345`, `3:07.120`, `1:02:03.004`: seconds, minutes and hours as they are needed. Cut and not rounded, as clocks do: what
 * is said to be at 0.025 is found by `t:25ms..26ms`, and the time of day beside it is cut as well.
 */
export function formatElapsed(us: ElapsedUs): string {
  const ms = wholeMs(us);
  const seconds = `${Math.floor(ms / 1000) % 60}`;
  const minutes = `${Math.floor(ms / 60_000) % 60}`;
  const hours = Math.floor(ms / 3_600_000);
  const fraction = fractionOf(ms);
  if (hours > 0) return `${hours}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}.${fraction}`;
  if (ms >= 60_000) return `${minutes}:${seconds.padStart(2, '0')}.${fraction}`;
  return `${seconds}.${fraction}`;
}

/** `187.120`: the same moment in seconds alone, for columns with one unit. */
export function formatSeconds(us: ElapsedUs): string {
  const ms = wholeMs(us);
  return `${Math.floor(ms / 1000)}.${fractionOf(ms)}`;
}

const wholeMs = (us: ElapsedUs) => Math.floor(us / 1000);

const fractionOf = (ms: number) => `${ms % 1000}`.padStart(3, '0');
