import type { Entry, EventEntry } from '#core/wire/entry.ts';

/**
 * Returns a gap for a cut frame, because its content is neither folded nor judged. `cut` distinguishes the gap from one
 * of bytes that were not recorded. Undefined for every other entry.
 */
export function gapOfCutFrame(entry: Entry): EventEntry | undefined {
  if (entry.kind !== 'frame' || !entry.cut) return undefined;
  const { seq, elapsed, from, cut } = entry;
  return { kind: 'event', seq, elapsed, event: { event: 'gap', of: from, bytes: cut.bytes, cut: true } };
}
