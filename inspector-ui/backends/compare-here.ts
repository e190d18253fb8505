import { createComparison, type Chosen } from '#core/compare/compare.ts';
import { createSteps } from '#core/compare/steps.ts';
import type { Comparison, Steps } from '#core/model/compare.ts';
import type { Memory } from '#core/queries/memory/memory.ts';
import type { TimelinePorts } from '#core/rows/source.ts';
import { RequestFailed } from './backend.ts';

/** Longest time that a comparison blocks the page, in milliseconds. */
const SLICE_MS = 12;

type Ports = Pick<TimelinePorts, 'rest' | 'now'>;

/** Compares in the page instead of on a server. @throws {RequestFailed} 404 if a part is missing; `AbortError`. */
export async function compareHere(left: Chosen, right: Chosen, ports: Ports, signal: AbortSignal): Promise<Comparison> {
  const comparison = createComparison(left, right);
  if (!comparison) throw new RequestFailed(404, 'a part of a recording');
  await visitAll(comparison.turns, () => {}, ports, signal);
  return comparison.whole();
}

/** Returns the steps of a recording in memory. @throws `AbortError` */
export async function foldHere({ header, entries }: Memory, ports: Ports, signal: AbortSignal): Promise<Steps> {
  const folding = createSteps(header);
  await visitAll(entries, folding.apply, ports, signal);
  return folding.steps();
}

/** Visits all things. Lets the page run between time slices. */
async function visitAll<T>(things: Iterable<T>, visit: (thing: T) => void, { rest, now }: Ports, signal: AbortSignal) {
  let due = now() + SLICE_MS;
  for (const thing of things) {
    visit(thing);
    if (now() < due) continue;
    await rest();
    signal.throwIfAborted();
    due = now() + SLICE_MS;
  }
}
