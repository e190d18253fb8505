import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** How long one slice may hold up other requests and the live feed, in milliseconds. */
const SLICE_MS = 8;

/** Visits everything, giving way to whatever else is to be done between slices of a few milliseconds. */
export async function inSlices<Thing>(things: Iterable<Thing>, visit: (thing: Thing) => void): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const thing of things) {
    visit(thing);
    if (performance.now() < until) continue;
    await yieldToOthers();
    until = performance.now() + SLICE_MS;
  }
}
