import { elapsedUs, type ElapsedUs } from '#core/units.ts';
import type { Entry, FrameEntry, Sent } from '#core/wire/entry.ts';

/** When a frame of a transcript is delivered that nothing delays: before the next entry, and never at the same time. */
export const soonAfter = ({ elapsed }: Entry, us = 101): ElapsedUs => elapsedUs(elapsed + us);

/**
 * The entries as a recording with interventions has them. `becomes` returns what became of a frame; undefined for one
 * that passed.
 */
export const delivered = (
  entries: readonly Entry[],
  becomes: (frame: FrameEntry) => Sent | undefined = () => undefined,
): readonly Entry[] =>
  entries.map((entry) =>
    entry.kind === 'frame' ? { ...entry, sent: becomes(entry) ?? { elapsed: soonAfter(entry), why: [] } } : entry,
  );
