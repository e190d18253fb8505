import type { OutlineGroup } from '#core/outline/groups.ts';
import { createOutline, type Outlined } from '#core/outline/outline.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** What entries fold to: each with its group, and the groups as they are at the end, in order. */
export function outlined(entries: readonly Entry[]): {
  readonly entries: readonly Outlined[];
  readonly groups: readonly OutlineGroup[];
} {
  const trace = createTrace();
  const outline = createOutline();
  const placed = entries.map((entry) => outline.apply(trace.apply(entry)));
  return { entries: placed, groups: [...outline.takeChanged()] };
}

/** The groups of a transcript as lines: kind, status and title, the entries they hold, indented by their level. */
export function outlineOf(transcript: string): readonly string[] {
  const { entries, groups } = outlined(parseTranscript(transcript));
  return groups.map((group) => {
    const own = entries.flatMap((entry, seq) => (entry.group === group ? [seq] : []));
    const words = [group.kind, group.status, group.title && JSON.stringify(group.title)].filter(Boolean).join(' ');
    return `${'  '.repeat(group.level)}${words}: ${own.join(' ')}`;
  });
}
