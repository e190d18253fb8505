import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** How long one slice may delay other requests and the live feed, in milliseconds. */
const SLICE_MS = 8;

/** Visits all things in slices of a few milliseconds, and lets other work run between slices. */
export async function inSlices<Thing>(things: Iterable<Thing>, visit: (thing: Thing) => void): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const thing of things) {
    visit(thing);
    if (performance.now() < until) continue;
    await yieldToOthers();
    until = performance.now() + SLICE_MS;
  }
}
