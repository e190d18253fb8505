import type { TimelinePorts } from './timeline-source.ts';

/** The longest time before other work can run, in milliseconds. */
const SLICE_MS = 8;

/**
 * Visits all things in slices of a few milliseconds, and lets other work run between slices. Stops, and returns false,
 * when the result is no longer wanted.
 */
export async function visitInSlices<Thing>(
  things: Iterable<Thing>,
  visit: (thing: Thing) => void,
  { rest, now }: Pick<TimelinePorts, 'rest' | 'now'>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  let due = now() + SLICE_MS;
  for (const thing of things) {
    visit(thing);
    if (now() < due) continue;
    await rest();
    if (!isWanted()) return false;
    due = now() + SLICE_MS;
  }
  return true;
}
