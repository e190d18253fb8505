import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { splitTime } from '#core/grouping/split-time.ts';
import { MAX_TURNS, type Tokens, type TurnStats } from '#core/model/stats.ts';
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

/** Measures prompt turns. Keeps the open ones and the first MAX_TURNS ended ones. */
export function createTurnStats() {
  const running = new Map<number, Running>();
  const ended: { readonly stats: TurnStats; readonly report: TokenReport | undefined }[] = [];
  const firstChunks = createDurations();
  let count = 0;

  function begin(turn: Turn): void {
    count += 1;
    running.set(turn.number, { turn, firstChunk: null, chunks: 0, toolCalls: 0, group: undefined });
  }

  function end(turn: Turn, report: TokenReport | undefined): void {
    const of = running.get(turn.number);
    running.delete(turn.number);
    if (of && ended.length < MAX_TURNS) ended.push({ stats: toStats({ ...of, turn }), report });
  }

  return {
    /** `report`: the tokens reported at the turn's end. */
    turn: (turn: Turn, report: TokenReport | undefined): void => (turn.ended ? end(turn, report) : begin(turn)),
    /** Adds an entry of a turn; `isFirst` for the first entry of its group. */
    entry({ group, turn }: GroupedEntry, { elapsed, seq }: Entry): void {
      const of = turn === undefined ? undefined : running.get(turn);
      if (!of) return;
      if (group.kind === 'turn') of.group = group;
      if (group.kind === 'tool-call' && group.first === seq) of.toolCalls += 1;
      if (group.kind !== 'message' && group.kind !== 'thought') return;
      of.chunks += 1;
      if (of.firstChunk !== null) return;
      of.firstChunk = elapsed - of.turn.started.elapsed;
      firstChunks.add(of.firstChunk, seq);
    },
    count: (): number => count,
    firstChunk: firstChunks.summary,
    /** In the order of their prompts, including open turns. */
    turns: (tokensOf: (report: TokenReport) => Tokens): readonly TurnStats[] =>
      [
        ...ended.map(({ stats, report }) => (report ? { ...stats, tokens: tokensOf(report) } : stats)),
        ...[...running.values()].map(toStats),
      ]
        .toSorted((a, b) => a.number - b.number)
        .slice(0, MAX_TURNS),
  };
}

function toStats({ turn, firstChunk, chunks, toolCalls, group }: Running): TurnStats {
  const { number, session, started, ended, outcome } = turn;
  const duration = ended ? ended.elapsed - started.elapsed : null;
  return {
    number,
    session,
    seq: started.seq,
    t: started.elapsed,
    duration,
    outcome: outcome ?? null,
    firstChunk,
    chunks,
    toolCalls,
    share: splitTime(duration ?? 0, { human: group?.waited.human() ?? 0, client: group?.waited.client() ?? 0 }),
    tokens: null,
  };
}
