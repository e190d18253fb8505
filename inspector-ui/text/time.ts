import { formatDuration } from '#core/text/format-duration.ts';
import { formatElapsed } from '#core/text/format-elapsed.ts';
import { elapsedUs, epochMs, type ElapsedUs, type EpochMs } from '#core/units.ts';

export { formatDuration, formatElapsed };

/** Mode of the time column: since the recording's start, since the previous row, or clock time. */
export type TimeMode = 'rel' | 'delta' | 'abs';

export const nextTimeMode = (mode: TimeMode): TimeMode => (mode === 'rel' ? 'delta' : mode === 'delta' ? 'abs' : 'rel');

/** `0.012 s`, `3:07.120`: a time that stands alone; in a column the unit would repeat. */
export const formatMoment = (us: ElapsedUs): string => (us < 60_000_000 ? `${formatElapsed(us)} s` : formatElapsed(us));

/** `+0.012`: since the previous row. */
export const formatDelta = (us: ElapsedUs, before: ElapsedUs): string =>
  us < before ? `−${formatElapsed(elapsedUs(before - us))}` : `+${formatElapsed(elapsedUs(us - before))}`;

/** `14:03:22.123` in the reader's time zone. */
export function formatClock(at: EpochMs): string {
  const date = new Date(at);
  const two = (value: number) => `${value}`.padStart(2, '0');
  const ms = `${date.getMilliseconds()}`.padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** Formats the start of a recording: `14:03` today, `20 Nov 14:03` in the same year, else `20 Nov 2024`. */
export function formatStart(at: EpochMs, now: EpochMs): string {
  const [date, today] = [new Date(at), new Date(now)];
  const clock = formatClock(at).slice(0, 5);
  if (date.toDateString() === today.toDateString()) return clock;
  const day = dayOf(date, today);
  return date.getFullYear() === today.getFullYear() ? `${day} ${clock}` : day;
}

/** `Today`, `Yesterday`, `20 Nov` in the same year, else `20 Nov 2024`. */
export function formatDay(at: EpochMs, now: EpochMs): string {
  const [date, today, yesterday] = [new Date(at), new Date(now), new Date(now)];
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  return date.toDateString() === yesterday.toDateString() ? 'Yesterday' : dayOf(date, today);
}

function dayOf(date: Date, today: Date): string {
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
  return date.getFullYear() === today.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses ISO 8601. Returns 1970 for an invalid date, because one bad row must not break a list. */
export function parseInstant(iso: string): EpochMs {
  const ms = Date.parse(iso);
  return epochMs(Number.isSafeInteger(ms) && ms >= 0 ? ms : 0);
}

/** Labels of the button that changes the time mode. */
export const TIME_LABELS: Readonly<Record<TimeMode, string>> = {
  rel: 'since start',
  delta: 'since previous row',
  abs: 'clock',
};

/** `41 s`, `3 m 07 s`: whole seconds of a count that runs, because fractions would flicker. */
export const formatTicking = (us: number): string =>
  us < 60_000_000
    ? `${Math.floor(us / 1_000_000)} s`
    : formatDuration(elapsedUs(Math.floor(us / 1_000_000) * 1_000_000));
