import { formatElapsed } from '#core/wire/format-elapsed.ts';
import { elapsedUs, epochMs, type ElapsedUs, type EpochMs } from '#core/wire/units.ts';

export { formatElapsed };

/** How the time column counts: since the recording's start, since the row before, or by the clock on the wall. */
export type TimeMode = 'rel' | 'delta' | 'abs';

export const nextTimeMode = (mode: TimeMode): TimeMode => (mode === 'rel' ? 'delta' : mode === 'delta' ? 'abs' : 'rel');

/** `+0.012`: since the row before. */
export const formatDelta = (us: ElapsedUs, before: ElapsedUs): string =>
  us < before ? `−${formatElapsed(elapsedUs(before - us))}` : `+${formatElapsed(elapsedUs(us - before))}`;

/** `420 µs`, `12 ms`, `1.24 s`, `3 m 07 s`, `2 h 05 m`: two or three digits that matter. */
export function formatDuration(us: ElapsedUs): string {
  if (us < 1000) return `${us} µs`;
  const ms = us / 1000;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${`${whole % 60}`.padStart(2, '0')} s`;
  return `${Math.floor(whole / 3600)} h ${`${Math.floor(whole / 60) % 60}`.padStart(2, '0')} m`;
}

/** `14:03:22.123` in the reader's time zone. */
export function formatClock(at: EpochMs): string {
  const date = new Date(at);
  const two = (value: number) => `${value}`.padStart(2, '0');
  const ms = `${date.getMilliseconds()}`.padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** When a recording started, as short as it stays clear: `14:03` today, else `20 Nov 14:03`, with the year when it is another. */
export function formatStart(at: EpochMs, now: EpochMs): string {
  const [date, today] = [new Date(at), new Date(now)];
  const clock = formatClock(at).slice(0, 5);
  if (date.toDateString() === today.toDateString()) return clock;
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
  return date.getFullYear() === today.getFullYear() ? `${day} ${clock}` : `${day} ${date.getFullYear()}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** ISO 8601 to an instant; 1970 for what is no date, as a list must not fail on one row. */
export function parseInstant(iso: string): EpochMs {
  const ms = Date.parse(iso);
  return epochMs(Number.isSafeInteger(ms) && ms >= 0 ? ms : 0);
}

/** What the button says that changes how times are counted. */
export const TIME_LABELS: Readonly<Record<TimeMode, string>> = {
  rel: 'since start',
  delta: 'since row before',
  abs: 'clock',
};
