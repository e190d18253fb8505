import type { Steps } from '#core/contract/compare.ts';
import { createSteps } from '#core/compare/steps.ts';
import { inSlices } from './in-slices.ts';
import type { Shelved } from './library.ts';

/** Recordings whose steps are kept: two are compared, and then one of them with a third. */
const KEPT = 3;

interface Kept extends Shelved {
  readonly id: string;
  /** How many entries they are made of. */
  readonly total: number;
  readonly steps: Promise<Steps>;
}

/** Recordings as steps, folded when they are first asked for, and again when there is more of them. */
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
      found.steps.catch(() => (kept = kept.filter((each) => each !== found))); // whoever asks next begins anew
      return found.steps;
    },
  };
}
