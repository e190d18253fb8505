import type { Info } from '#core/contract/info.ts';
import type { Stats } from '#core/contract/stats.ts';
import type { Trace } from '#core/trace/trace.ts';
import { createStepFigures } from './figures.ts';

/** The figures of a recording that has ended: they are kept with it, so that nobody has to fold it again to see them. */
export interface KeptFigures {
  readonly stats: Stats;
  readonly info: Info;
}

type StepFigures = ReturnType<typeof createStepFigures>;

/**
 * Makes them while a recording is brought into the database, of the steps of the fold that is made of it anyway. A bug of ours in the
 * figures must not keep the recording out: then there are none.
 */
export function createKeptFigures(trace: Trace) {
  let figures: StepFigures | undefined = createStepFigures(trace);

  function attempt<Result>(work: (figures: StepFigures) => Result): Result | undefined {
    try {
      return figures && work(figures);
    } catch {
      figures = undefined; // whoever asks for them makes them of the entries, and is told what is wrong
      return undefined;
    }
  }

  return {
    apply: (step: Parameters<StepFigures['apply']>[0]): void => attempt((made) => made.apply(step)),
    /** To be asked when nothing follows. */
    figures: (): KeptFigures | undefined => attempt((made) => ({ stats: made.stats(), info: made.info() })),
  };
}
