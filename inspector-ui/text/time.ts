import { formatDuration } from '#core/wire/format-duration.ts';
import { formatElapsed } from '#core/wire/format-elapsed.ts';
import { elapsedUs, epochMs, type ElapsedUs, type EpochMs } from '#core/wire/units.ts';

export { formatDuration, formatElapsed };

/** How the time column counts: since the recording's start, since the row before, or by the clock on the wall. */
export type TimeMode = 'rel' | 'delta' | 'abs';

export const nextTimeMode = (mode: TimeMode): TimeMode => (mode === 'rel' ? 'delta' : mode === 'delta' ? 'abs' : 'rel');

/** `+0.012`: since the row before. */
export const formatDelta = (us: ElapsedUs, before: ElapsedUs): string =>
  us < before ? `−${formatElapsed(elapsedUs(before - us))}` : `+${formatElapsed(elapsedUs(us - before))}`;

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
