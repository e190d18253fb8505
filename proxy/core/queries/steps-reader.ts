import { createCache } from '#core/cache.ts';
import { createSteps } from '#core/compare/steps.ts';
import type { Steps } from '#core/model/compare.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import type { RecordingSource } from '../recording-source.ts';

/** Recordings with kept steps: two are compared, and then one of them with a third. */
const KEPT = 3;

type Source = Pick<RecordingSource, 'key' | 'header' | 'entries' | 'summary'>;

interface Kept {
  /** The number of entries in the steps. */
  readonly total: number;
  readonly steps: Promise<Steps | undefined>;
}

/** Returns the steps of a recording, folded at the first request and again when entries were added. */
export function createStepsReader(ports: Pick<TimelinePorts, 'rest' | 'now'>) {
  const kept = createCache<string, Kept>(KEPT);

  async function fold({ header, entries }: Source, isWanted: () => boolean): Promise<Steps | undefined> {
    const folding = createSteps(header());
    const isDone = await visitInSlices(entries(0), folding.apply, ports, isWanted);
    return isDone ? folding.steps() : undefined;
  }

  return async (source: Source, isWanted: () => boolean): Promise<Steps | undefined> => {
    const { key, summary } = source;
    while (isWanted()) {
      const total = summary()?.total ?? 0;
      const known = kept.get(key);
      const found = known?.total === total ? known : kept.set(key, { total, steps: fold(source, isWanted) });
      const steps = await found.steps.catch((cause: unknown) => {
        kept.deleteValue(key, found); // so that the next request starts anew
        throw cause;
      });
      if (steps) return steps;
      kept.deleteValue(key, found); // the caller that began the fold has cancelled it
    }
    return undefined;
  };
}
