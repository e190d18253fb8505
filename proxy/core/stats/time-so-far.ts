import { addTimes, NO_TIME, sumOfOwners, timeByOwner } from '#core/grouping/split-time.ts';
import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import { GAP_US, MAX_GAPS, type Gap, type Stats, type TurnStats } from '#core/model/stats.ts';
import { causeOf } from '#core/grouping/waiting-chains.ts';
import { opposite } from '#core/wire/entry.ts';

/**
 * Counts the time of open turns up to the end of the recording; while it is live, up to `now`, in milliseconds since the
 * epoch, and adds the silence since the last entry. Without this, times are counted up to the last entry. The time after
 * that belongs to the side that has to act.
 */
export function withTimeSoFar(
  stats: Stats,
  summary: Pick<RecordingSummary, 'startedAt' | 'endedAt' | 'state' | 'waiting' | 'lastAt' | 'total'>,
  now: number,
): Stats {
  const { startedAt, endedAt, state, waiting } = summary;
  const end = state === 'live' ? now : Date.parse(endedAt ?? startedAt);
  const elapsed = (end - Date.parse(startedAt)) * 1000;
  const times = new Map(waiting.map(({ seq, time }) => [seq, time]));
  const turns = stats.turns.map((turn) => lasting(turn, elapsed, times.get(turn.seq)));
  const turnTime = addTimes(addTimes(stats.turnTime, timeOf(turns)), timeOf(stats.turns), -1);
  const gap = state === 'live' ? gapUntil(elapsed, summary) : undefined;
  return { ...stats, turns, turnTime, ...(gap ? withGap(stats, gap) : {}) };
}

const timeOf = (turns: readonly TurnStats[]) => turns.reduce((time, { share }) => addTimes(time, share), NO_TIME);

/** The silence since the last entry, and who has to act; undefined for a short one. */
function gapUntil(now: number, { waiting, lastAt, total }: Pick<RecordingSummary, 'waiting' | 'lastAt' | 'total'>) {
  const duration = lastAt === undefined ? 0 : now - lastAt;
  if (lastAt === undefined || duration < GAP_US) return undefined;
  const cause = causeOf(waiting);
  const kept = cause?.interfered?.isDelivered === false ? cause.interfered : undefined;
  const side: NonNullable<Gap['waitingFor']>['side'] | undefined = kept ? 'acptap' : cause && opposite(cause.side);
  return {
    after: total - 1,
    before: null,
    t: lastAt,
    duration,
    acptap: kept ? duration : 0,
    waitingFor: cause && side ? { seq: kept?.seq ?? cause.seq, method: cause.method, side } : null,
  };
}

const withGap = ({ gaps, silence, duration }: Stats, gap: Gap): Pick<Stats, 'gaps' | 'silence' | 'duration'> => ({
  gaps: [...gaps, gap].toSorted((one, other) => other.duration - one.duration).slice(0, MAX_GAPS),
  silence: silence + gap.duration,
  duration: duration + gap.duration,
});

/** `time`: that of the open prompt. While acptap has a frame, the stats of a live recording end before that frame. */
function lasting(turn: TurnStats, until: number, time: Waiting['time']): TurnStats {
  const { t, awaited, share } = turn;
  if (!awaited) return turn;
  const end = Math.max(until, t + sumOfOwners(share));
  if (time)
    return { ...turn, awaited: time.waiting?.on ?? 'agent', share: timeByOwner({ t, until: null, ...time }, end) };
  return { ...turn, share: { ...share, [awaited]: share[awaited] + end - t - sumOfOwners(share) } };
}
