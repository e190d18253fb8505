import { sumOfOwners } from '#core/grouping/split-time.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Stats, TurnStats } from '#core/model/stats.ts';

/**
 * Counts the time of open turns up to the end of the recording; while it is live, up to `now`, in milliseconds since the
 * epoch. Without this, it is counted up to the last entry. The time after that belongs to the side that has to act.
 */
export function withTimeSoFar(stats: Stats, { startedAt, endedAt, state }: RecordingSummary, now: number): Stats {
  const end = state === 'live' ? now : Date.parse(endedAt ?? startedAt);
  const elapsed = (end - Date.parse(startedAt)) * 1000;
  return { ...stats, turns: stats.turns.map((turn) => lasting(turn, elapsed)) };
}

function lasting(turn: TurnStats, until: number): TurnStats {
  const { t, awaited, share } = turn;
  if (!awaited) return turn;
  const more = Math.max(until - t - sumOfOwners(share), 0);
  return { ...turn, share: { ...share, [awaited]: share[awaited] + more } };
}
