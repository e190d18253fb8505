import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { addTimes, NO_TIME, sumOfOwners, timeByOwner, waitedFor } from '#core/grouping/split-time.ts';
import { MAX_TURNS, type Cost, type Stats, type Tokens, type TurnStats } from '#core/model/stats.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createDurations } from './durations.ts';
import type { TokenReport } from './token-reports.ts';

interface Running {
  readonly turn: Turn;
  firstChunk: number | null;
  chunks: number;
  toolCalls: number;
  group: GroupState | undefined;
}

/** An ended turn, and the tokens that were reported at its end. */
interface Measured {
  readonly stats: TurnStats;
  readonly report: TokenReport | undefined;
}

/** Measures prompt turns. Keeps the open ones and the longest MAX_TURNS ended ones. */
export function createTurnStats() {
  const running = new Map<number, Running>();
  let ended: Measured[] = [];
  const firstChunks = createDurations();
  let count = 0;
  let time = NO_TIME; // of all ended turns

  function begin(turn: Turn): undefined {
    count += 1;
    running.set(turn.number, { turn, firstChunk: null, chunks: 0, toolCalls: 0, group: undefined });
  }

  function end(turn: Turn, report: TokenReport | undefined, cost: Cost | null): Measured | undefined {
    const open = running.get(turn.number);
    running.delete(turn.number);
    const measured = open && { stats: { ...toStats({ ...open, turn }), cost }, report };
    if (!measured) return undefined;
    time = addTimes(time, measured.stats.share);
    ended.push(measured);
    if (ended.length === 2 * MAX_TURNS) ended = longest(ended, ({ stats }) => stats);
    return measured;
  }

  return {
    /**
     * Begins a turn, or ends it and returns it. `report` and `cost`: the tokens reported at its end, and the cost
     * reported since the turn before.
     */
    turn: (turn: Turn, report: TokenReport | undefined, cost: Cost | null): Measured | undefined =>
      turn.ended ? end(turn, report, cost) : begin(turn),
    /** Adds an entry to the open turn that it belongs to, if any. */
    entry({ group, turn }: GroupedEntry, { elapsed, seq }: Entry): void {
      const open = turn === undefined ? undefined : running.get(turn);
      if (!open) return;
      if (group.kind === 'turn') open.group = group;
      if (group.kind === 'tool-call' && group.first === seq) open.toolCalls += 1;
      if (group.kind !== 'message' && group.kind !== 'thought') return;
      open.chunks += 1;
      if (open.firstChunk !== null) return;
      open.firstChunk = elapsed - open.turn.started.elapsed;
      firstChunks.add(open.firstChunk, seq);
    },
    firstChunk: firstChunks.summary,
    /** Open turns are counted until `now`. */
    turns(tokensOf: (report: TokenReport) => Tokens, now: number): Pick<Stats, 'turns' | 'turnCount' | 'turnTime'> {
      const open = [...running.values()].map((each) => toStats(each, now));
      const all = [...ended.map((measured) => withTokens(measured, tokensOf)), ...open];
      const turns = longest(all, (turn) => turn).toSorted((a, b) => a.number - b.number);
      return { turns, turnCount: count, turnTime: open.reduce((sum, { share }) => addTimes(sum, share), time) };
    },
  };
}

/** The open turns, and the longest others: MAX_TURNS in all. Returns the same list if it has no more. */
function longest<Each>(all: Each[], statsOf: (each: Each) => TurnStats): Each[] {
  if (all.length <= MAX_TURNS) return all;
  const lengthOf = (each: Each) => {
    const { duration, share } = statsOf(each);
    return duration === null ? Infinity : sumOfOwners(share);
  };
  return all.toSorted((a, b) => lengthOf(b) - lengthOf(a) || statsOf(a).number - statsOf(b).number).slice(0, MAX_TURNS);
}

export const withTokens = ({ stats, report }: Measured, tokensOf: (report: TokenReport) => Tokens): TurnStats =>
  report ? { ...stats, tokens: tokensOf(report) } : stats;

/** An open turn is counted until `now`. */
function toStats({ turn, firstChunk, chunks, toolCalls, group }: Running, now = 0): TurnStats {
  const { number, session, started } = turn;
  const until = turn.ended?.elapsed ?? null;
  const waiting = group?.waited.waiting() ?? null;
  const time = { t: started.elapsed, until, waiting, ...waitedFor(group?.waited) };
  return {
    number,
    session,
    seq: started.seq,
    t: started.elapsed,
    duration: until === null ? null : until - started.elapsed,
    outcome: turn.outcome ?? null,
    firstChunk,
    chunks,
    toolCalls,
    share: timeByOwner(time, now),
    awaited: until === null ? (waiting?.on ?? 'agent') : null,
    tokens: null,
    cost: null,
  };
}
