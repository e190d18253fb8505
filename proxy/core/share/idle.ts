import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { GAP_US } from '#core/model/stats.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

type Live = Pick<
  RecordingSummary,
  'state' | 'waiting' | 'unfinished' | 'lastAt' | 'entries' | 'startedAt' | 'protocolVersion'
>;

/**
 * True for a live recording in which no request is open: the client acts next. Never true in version 2, where a turn goes on
 * after the response to its prompt.
 */
export const isIdle = ({ state, waiting, unfinished = [], lastAt, protocolVersion }: Live): boolean =>
  state === 'live' && protocolVersion !== 2 && waiting.length + unfinished.length === 0 && lastAt !== undefined;

/**
 * What an idle recording waits for, and for how many microseconds; undefined for any other, and for a short pause. `now` in
 * milliseconds since the epoch.
 */
export function idleOf(recording: Live, now: number): { readonly words: string; readonly us: number } | undefined {
  const { startedAt, lastAt = 0, entries } = recording;
  const us = (now - Date.parse(startedAt)) * 1000 - lastAt;
  if (!isIdle(recording) || us < GAP_US) return undefined;
  const words =
    entries.client === 0 ? 'the client has sent nothing so far' : 'every request is answered: the client acts next';
  return { words, us };
}

/** `every request is answered: the client acts next; nothing was sent for 61.0 s`. Empty if a request is open. */
export function describeIdle(recording: Live, now: number): readonly string[] {
  const idle = idleOf(recording, now);
  return idle ? [`${idle.words}; nothing was sent for ${formatDuration(elapsedUs(idle.us))}`] : [];
}
