import { sumOfOwners, timeByOwner } from '#core/grouping/split-time.ts';
import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import type { Stats, TurnStats } from '#core/model/stats.ts';

/**
 * Counts the time of open turns up to the end of the recording; while it is live, up to `now`, in milliseconds since the
 * epoch. Without this, it is counted up to the last entry. The time after that belongs to the side that has to act.
 */
export function withTimeSoFar(
  stats: Stats,
  { startedAt, endedAt, state, waiting }: Pick<RecordingSummary, 'startedAt' | 'endedAt' | 'state' | 'waiting'>,
  now: number,
): Stats {
  const end = state === 'live' ? now : Date.parse(endedAt ?? startedAt);
  const elapsed = (end - Date.parse(startedAt)) * 1000;
  const times = new Map(waiting.map(({ seq, time }) => [seq, time]));
  return { ...stats, turns: stats.turns.map((turn) => lasting(turn, elapsed, times.get(turn.seq))) };
}

/** `time`: that of the open prompt. While acptap has a frame, the stats of a live recording end before that frame. */
function lasting(turn: TurnStats, until: number, time: Waiting['time']): TurnStats {
  const { t, awaited, share } = turn;
  if (!awaited) return turn;
  const end = Math.max(until, t + sumOfOwners(share));
  if (time)
    return { ...turn, awaited: time.waiting?.on ?? 'agent', share: timeByOwner({ t, until: null, ...time }, end) };
  return { ...turn, share: { ...share, [awaited]: share[awaited] + end - t - sumOfOwners(share) } };
}
