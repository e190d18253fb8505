import { filterPredicate } from '#core/filter/predicate.ts';
import { withChange } from '#core/fold/row-sent.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { waitedFor } from '#core/grouping/split-time.ts';
import type { GroupFacts, Match, LaneCount, TimelineSource } from '#core/rows/timeline-source.ts';
import { findingsOf } from './answers.ts';
import type { Memory } from './memory.ts';
import { factsOf, rowOf } from './memory-rows.ts';

/** A recording in memory has one revision, because it never grows. */
export const REVISION = 1;

/** A recording in memory, for the timeline. */
export function timelineSource(memory: Memory): TimelineSource {
  const { entries, meanings, groups, findings } = memory;
  const groupOf = (seq: number) => meanings[seq]?.group;

  function toFacts(group: GroupState): GroupFacts {
    const { no, kind, level, parent, turn = null, session = null, title = '', status = null } = group;
    const interventions = memory.interventionsOf(no);
    return {
      no,
      kind,
      level,
      title,
      status,
      entries: group.entries,
      first: group.first,
      last: group.last,
      t: group.elapsed,
      until: group.until ?? null,
      turn,
      session,
      parent: parent?.no ?? null,
      ...waitedFor(group.waited),
      waits: group.waited.waits(),
      waiting: group.until === undefined ? group.waited.waiting() : null,
      findings: memory.findingsOf(no),
      ...(interventions ? { interventions } : {}),
    };
  }

  return {
    progress: () => ({ total: entries.length, revision: REVISION }),
    groupCount: () => groups.length,
    duration: () => entries.at(-1)?.elapsed ?? 0,
    atOnce: (read) => read(),
    groups: (nos) => nos.flatMap((no) => groups[no] ?? []).map(toFacts),
    rows: (seqs) =>
      seqs
        .filter((seq) => seq < entries.length)
        .map((seq) => ({ row: withChange(rowOf(memory, seq), memory.changeAt), group: groupOf(seq) ?? 0 })),
    groupOf,
    parents: (from, count) => groups.slice(from, from + count).map(({ parent }) => parent?.no ?? null),
    members(no, from) {
      const group = groups[no];
      if (!group) return [];
      const seqs: number[] = [];
      for (let seq = Math.max(group.first, from); seq <= group.last; seq++) if (groupOf(seq) === no) seqs.push(seq);
      return seqs;
    },
    matching(filter, compile) {
      const holds = filterPredicate(filter, compile ?? noRegexes);
      const isMatch = (seq: number) => seq < entries.length && holds(factsOf(memory, seq));
      return {
        between(from, to) {
          const found: Match[] = [];
          for (let seq = from; seq < to; seq++) if (isMatch(seq)) found.push([seq, groupOf(seq) ?? 0]);
          return found;
        },
        among: (seqs) => seqs.filter(isMatch).map((seq): Match => [seq, groupOf(seq) ?? 0]),
      };
    },
    amendedSince: () => [],
    lastFinding: () => findings.length,
    findings: () => findingsOf(memory),
    passed(width, of) {
      const seqs = 'seqs' in of ? of.seqs : Array.from({ length: of.to - of.from }, (_, index) => of.from + index);
      return seqs.flatMap((seq): readonly LaneCount[] => {
        const entry = entries[seq];
        if (!entry) return [];
        const from = entry.kind === 'event' ? 'event' : entry.from;
        return [{ at: Math.floor(entry.elapsed / width) * width, from, count: 1, seq }];
      });
    },
    axis: () => ({ facts: memory.axis(), traffic: undefined }),
    foundAfter: (after, count) =>
      findings.slice(after, after + count).map(({ seq, grade }, index) => ({
        no: after + index + 1,
        seq,
        grade,
        at: entries[seq]?.elapsed ?? 0,
      })),
  };
}

const noRegexes = () => {
  throw new Error('a filter with a regex, and nothing to compile it');
};
