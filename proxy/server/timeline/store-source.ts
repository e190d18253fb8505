import type { TimelineSource } from '#core/rows/source.ts';
import { filterSql } from '../../store/filter-sql.ts';
import type { Shelved } from '../library.ts';

/** A recording in a database as a source of the timeline. */
export function timelineSource({ store, no }: Shelved): TimelineSource {
  const { timeline: read } = store.read;
  return {
    progress: () => read.progress(no),
    groupCount: () => read.groupCount(no),
    duration: () => read.duration(no),
    atOnce: read.atOnce,
    groups: (nos) => read.groups(no, nos),
    rows: (seqs) => read.rows(no, seqs),
    groupOf: (seq) => read.groupOf(no, seq),
    parents: (from) => read.parents(no, from),
    members: (group, from) => read.members(no, group, from),
    matching(filter, compile) {
      if (compile) store.filter.useRegexes(compile);
      const condition = filterSql(filter, no);
      return {
        between: (from, to) => read.matches(no, condition, from, to),
        among: (seqs) => read.matchesAmong(no, condition, seqs),
      };
    },
    amendedSince: (from, finding) => read.amendedSince(no, from, finding),
    lastFinding: () => read.lastFinding(no),
    findings: () => store.read.findings(no),
    passed: (width, of) => read.passed(no, width, of),
    foundAfter: (after, count) => read.foundAfter(no, after, count),
  };
}
