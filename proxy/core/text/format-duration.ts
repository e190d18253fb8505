import type { ElapsedUs } from '../units.ts';

/**
 * `420 µs`, `1.2 ms`, `12 ms`, `1.24 s`, `12.4 s`, `3 m 07 s`, `2 h 05 m`: the page and the terminal print
 * the same text.
 */
export function formatDuration(us: ElapsedUs): string {
  if (us < 1000) return `${us} µs`;
  const ms = us / 1000;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${`${whole % 60}`.padStart(2, '0')} s`;
  return `${Math.floor(whole / 3600)} h ${`${Math.floor(whole / 60) % 60}`.padStart(2, '0')} m`;
}
