import { createSteps } from '#core/compare/steps.ts';
import type { Steps } from '#core/model/compare.ts';
import { inSlices } from './in-slices.ts';
import type { Shelved } from './library.ts';

/** Recordings with kept steps: two are compared, and then one of them with a third. */
const KEPT = 3;

interface Kept extends Shelved {
  readonly id: string;
  /** The number of entries in the steps. */
  readonly total: number;
  readonly steps: Promise<Steps>;
}

/** The steps of recordings, folded at the first request and again when entries were added. */
export function keepSteps() {
  let kept: readonly Kept[] = [];

  async function fold({ store, no }: Shelved): Promise<Steps> {
    const folding = createSteps(store.read.header(no));
    await inSlices(store.read.entries(no), folding.apply);
    return folding.steps();
  }

  return {
    /** @throws what the store throws */
    of(id: string, { store, no }: Shelved): Promise<Steps> {
      const total = store.read.summary(no)?.total ?? 0;
      const isOf = (each: Kept) => each.store === store && each.no === no && each.id === id;
      const known = kept.find((each) => isOf(each) && each.total === total);
      const found = known ?? { store, no, id, total, steps: fold({ store, no }) };
      kept = [found, ...kept.filter((each) => !isOf(each))].slice(0, KEPT);
      found.steps.catch(() => (kept = kept.filter((each) => each !== found))); // so that the next request starts anew
      return found.steps;
    },
  };
}
