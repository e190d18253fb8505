import type { Share, ToolStats } from '#core/contract/stats.ts';
import type { OutlineGroup } from '#core/outline/groups.ts';
import { createDurations } from './durations.ts';
import { shareOf } from './turns.ts';

interface Kind {
  readonly durations: ReturnType<typeof createDurations>;
  readonly share: { -readonly [whose in keyof Share]: number };
  failed: number;
}

/** The specification has ten; a peer that makes one up for each call must not fill the memory. */
const MAX_KINDS = 100;

/** Measures tool calls by kind, from their first mention to their final status. */
export function createToolStats() {
  const kinds = new Map<string, Kind>();
  const open = new Map<OutlineGroup, string>();

  function kindOf(name: string): Kind {
    const known = kinds.get(name);
    if (known) return known;
    const kind: Kind = { durations: createDurations(), share: { agent: 0, client: 0, human: 0 }, failed: 0 };
    kinds.set(name, kind);
    return kind;
  }

  function end(group: OutlineGroup, until: number, name: string): void {
    open.delete(group);
    const kind = kindOf(name);
    kind.durations.add(until - group.at, group.first);
    const share = shareOf(until - group.at, group);
    kind.share.agent += share.agent;
    kind.share.client += share.client;
    kind.share.human += share.human;
    if (group.status === 'failed') kind.failed += 1;
  }

  return {
    /** An entry of a tool call, after which its group is as given. */
    entry(group: OutlineGroup, kind: string | undefined): void {
      const isNew = group.entries === 1;
      if (!isNew && !open.has(group)) return; // ended before: what comes later changes nothing
      const said = kind ?? open.get(group) ?? 'other';
      const name = kinds.has(said) || kinds.size < MAX_KINDS ? said : 'other';
      open.set(group, name);
      kindOf(name);
      if (group.until !== undefined) end(group, group.until, name);
    },
    /** The most time first. */
    tools(): readonly ToolStats[] {
      const counts = new Map<string, number>();
      for (const name of open.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
      return [...kinds]
        .map(([kind, { durations, share, failed }]) => ({
          kind,
          ended: durations.summary(),
          failed,
          open: counts.get(kind) ?? 0,
          share: { ...share },
        }))
        .filter(({ ended, open: running }) => ended !== null || running > 0)
        .toSorted((a, b) => (b.ended?.total ?? 0) - (a.ended?.total ?? 0));
    },
  };
}
