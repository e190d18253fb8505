import type { Info } from '#core/model/info.ts';
import type { Stats } from '#core/model/stats.ts';
import type { Trace } from '#core/trace/trace.ts';
import { createStepStats } from './stats-and-info.ts';

/** The stats and info of an ended recording, stored with it so that readers need not fold it again. */
export interface StoredStats {
  readonly stats: Stats;
  readonly info: Info;
}

type StepStats = ReturnType<typeof createStepStats>;

/**
 * Computes stats and info in the fold that brings a recording into the database. Gives none after an error of acptap's
 * own, because such an error must not keep the recording out.
 */
export function createStoredStats(trace: Trace) {
  let storedStats: StepStats | undefined = createStepStats(trace);

  function attempt<Result>(work: (storedStats: StepStats) => Result): Result | undefined {
    try {
      return storedStats && work(storedStats);
    } catch {
      storedStats = undefined; // readers compute them from the entries, and get the error
      return undefined;
    }
  }

  return {
    apply: (step: Parameters<StepStats['apply']>[0]): void => attempt((made) => made.apply(step)),
    /** Call this after the last step. */
    storedStats: (): StoredStats | undefined => attempt((made) => ({ stats: made.stats(), info: made.info() })),
  };
}
