import type { GroupState } from '#core/grouping/groups.ts';
import { splitTime, waitedFor } from '#core/grouping/split-time.ts';
import type { TimeByOwner, ToolStats } from '#core/model/stats.ts';
import { createDurations } from './durations.ts';

interface Kind {
  readonly durations: ReturnType<typeof createDurations>;
  readonly share: { -readonly [whose in keyof TimeByOwner]: number };
  failed: number;
  firstFailed: number | null;
  open: number;
  firstOpen: number | null;
}

const emptyKind = (): Kind => ({
  durations: createDurations(),
  share: { agent: 0, client: 0, human: 0, acptap: 0 },
  failed: 0,
  firstFailed: null,
  open: 0,
  firstOpen: null,
});

/** The specification has ten kinds; the limit protects the memory from a peer that invents a kind for each call. */
const MAX_KINDS = 100;

/** The most ended calls kept, because an agent may continue them. Older calls are summed up. */
const MAX_CALLS = 1000;

/** Measures tool calls by kind, from their first mention to their end. Reads their groups, which change until then. */
export function createToolStats() {
  const settled = new Map<string, Kind>();
  const names = new Set<string>();
  const calls = new Map<GroupState, string>();
  let limit = MAX_CALLS;

  function settle(): void {
    for (const [group, name] of calls)
      if (group.until !== undefined) {
        add(kindIn(settled, name), group);
        calls.delete(group);
      }
    limit = calls.size + MAX_CALLS;
  }

  return {
    /** Adds an entry of a tool call. */
    entry(group: GroupState, seq: number, kind: string | undefined): void {
      if (group.first !== seq && !calls.has(group)) return; // already summed up
      const wanted = kind ?? calls.get(group) ?? 'other';
      const name = names.has(wanted) || names.size < MAX_KINDS ? wanted : 'other';
      names.add(name);
      calls.set(group, name);
      if (calls.size > limit) settle();
    },
    /** The longest total time first. */
    tools(): readonly ToolStats[] {
      const kinds = new Map(
        [...settled].map(([name, of]) => [
          name,
          { ...of, durations: createDurations(of.durations.sums()), share: { ...of.share } },
        ]),
      );
      for (const [group, name] of calls) add(kindIn(kinds, name), group);
      return [...kinds]
        .map(([kind, { durations, share, ...counts }]) => ({
          kind,
          ended: durations.summary(),
          ...counts,
          share: { ...share },
        }))
        .toSorted((a, b) => (b.ended?.total ?? 0) - (a.ended?.total ?? 0));
    },
  };
}

function kindIn(kinds: Map<string, Kind>, name: string): Kind {
  const known = kinds.get(name) ?? emptyKind();
  kinds.set(name, known);
  return known;
}

function add(kind: Kind, { elapsed, until, first, status, waited }: GroupState): void {
  if (until === undefined) {
    kind.open += 1;
    kind.firstOpen = earlier(kind.firstOpen, first);
    return;
  }
  kind.durations.add(until - elapsed, first);
  const { agent, client, human, acptap } = splitTime(until - elapsed, waitedFor(waited));
  kind.share.agent += agent;
  kind.share.client += client;
  kind.share.human += human;
  kind.share.acptap += acptap;
  if (status !== 'failed') return;
  kind.failed += 1;
  kind.firstFailed = earlier(kind.firstFailed, first);
}

const earlier = (known: number | null, seq: number): number => Math.min(known ?? seq, seq);
