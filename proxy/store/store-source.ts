import type { RecordingSource } from '#core/recording-source.ts';
import type { TimelineSource } from '#core/rows/timeline-source.ts';
import { filterSql } from './search/filter-sql.ts';
import type { Store } from './store.ts';

/** A recording in a database, for queries. `key` is unique among all recordings of all databases. */
export function storeSource({ read, filter }: Store, no: number, key: string): RecordingSource {
  return {
    key,
    header: () => read.header(no),
    summary: () => read.summary(no),
    timeline: timelineSource({ read, filter }, no),
    conversation: (query, matched) => read.conversation.window(no, query, matched),
    turns: (to) => read.timeline.turns(no, to),
    values: (field, from, to) => read.values(no, field, from, to),
    entry: (seq) => read.detail(no, seq),
    entries: (from) => read.entries(no, from),
    fileMessages: (from) => read.fileMessages.from(no, from),
    message: (seq) => read.fileMessages.at(no, seq),
    bytes: (seq) => read.rawBytes(no, seq),
    storedStats: () => read.storedStats(no),
    storedReport: () => undefined,
  };
}

function timelineSource({ read, filter }: Pick<Store, 'read' | 'filter'>, no: number): TimelineSource {
  const { timeline } = read;
  return {
    progress: () => timeline.progress(no),
    groupCount: () => timeline.groupCount(no),
    duration: () => timeline.duration(no),
    atOnce: timeline.atOnce,
    groups: (nos) => timeline.groups(no, nos),
    rows: (seqs) => timeline.rows(no, seqs),
    groupOf: (seq) => timeline.groupOf(no, seq),
    parents: (from, count) => timeline.parents(no, from, count),
    members: (group, from) => timeline.members(no, group, from),
    matching(tree, compile) {
      if (compile) filter.useRegexes(compile);
      const condition = filterSql(tree, no);
      return {
        between: (from, to) => timeline.matches(no, condition, from, to),
        among: (seqs) => timeline.matchesAmong(no, condition, seqs),
        nextSpan: filter.spans(no, tree),
      };
    },
    amendedSince: (from, finding) => timeline.amendedSince(no, from, finding),
    lastFinding: () => timeline.lastFinding(no),
    findings: () => read.findings(no),
    passed: (width, of) => timeline.passed(no, width, of),
    axis: () => timeline.axis(no),
    foundAfter: (after, count) => timeline.foundAfter(no, after, count),
  };
}
