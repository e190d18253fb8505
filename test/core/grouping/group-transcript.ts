import { createGrouping, type GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import type { AxisFacts } from '#core/model/axis.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** Folds entries and returns the facts of each, and the groups in their final state, in order. */
export function groupTranscript(entries: readonly Entry[]): {
  readonly entries: readonly GroupedEntry[];
  readonly groups: readonly GroupState[];
  readonly axis: AxisFacts;
} {
  const trace = createTrace();
  const grouping = createGrouping();
  const placed = entries.map((entry) => grouping.apply(trace.apply(entry)));
  return { entries: placed, groups: [...grouping.takeChanged()], axis: grouping.axis.facts() };
}

/** The groups of a transcript as lines: kind, status, title and entries, indented by level. */
export function renderGroups(transcript: string): readonly string[] {
  const { entries, groups } = groupTranscript(parseTranscript(transcript));
  return groups.map((group) => {
    const own = entries.flatMap((entry, seq) => (entry.group === group ? [seq] : []));
    const words = [group.kind, group.status, group.title && JSON.stringify(group.title)].filter(Boolean).join(' ');
    return `${'  '.repeat(group.level)}${words}: ${own.join(' ')}`;
  });
}
