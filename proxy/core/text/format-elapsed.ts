import type { ElapsedUs } from '../units.ts';

/**
 * `0.000`, `12.345`, `3:07.120`, `1:02:03.004`: minutes and hours appear only when needed. Truncates instead
 * of rounding, so that the filter `t:25ms..26ms` finds an entry shown at 0.025. The time of day beside it is
 * truncated too.
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

/** `187.120`: the same time in seconds, for columns with one unit. */
export function formatSeconds(us: ElapsedUs): string {
  const ms = wholeMs(us);
  return `${Math.floor(ms / 1000)}.${fractionOf(ms)}`;
}

const wholeMs = (us: ElapsedUs) => Math.floor(us / 1000);

const fractionOf = (ms: number) => `${ms % 1000}`.padStart(3, '0');
