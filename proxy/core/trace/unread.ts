import type { Entry, EventEntry } from '#core/wire/entry.ts';

/**
 * A cut frame as a gap in what can be read: whatever it says, nobody folds or judges it. `cut` tells it from bytes that are not
 * recorded. undefined for every other entry.
 */
export function unreadIn(entry: Entry): EventEntry | undefined {
  if (entry.kind !== 'frame' || !entry.cut) return undefined;
  const { seq, elapsed, from, cut } = entry;
  return { kind: 'event', seq, elapsed: elapsed, event: { event: 'gap', of: from, bytes: cut.bytes, cut: true } };
}
