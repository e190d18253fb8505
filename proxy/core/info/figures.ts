import type { Info } from '#core/contract/info.ts';
import type { Stats } from '#core/contract/stats.ts';
import { createOutline, type Outlined } from '#core/outline/outline.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace, type Step, type Trace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createInfo } from './info.ts';

/** What is told of a recording as a whole, both from one fold. May be asked at any time, and told more entries afterwards. */
export interface Figures {
  readonly apply: (entry: Entry) => void;
  readonly stats: () => Stats;
  readonly info: () => Info;
}

export function createFigures(): Figures {
  const trace = createTrace();
  const outline = createOutline();
  const { apply, stats, info } = createStepFigures(trace);
  return {
    apply(entry) {
      const step = trace.apply(entry);
      apply({ step, outlined: outline.apply(step) });
    },
    stats,
    info,
  };
}

/** The same of the steps that another fold makes with `trace`; each is told right after it was made. */
export function createStepFigures(trace: Trace) {
  const stats = createStats(trace);
  const info = createInfo(trace);
  return {
    apply({ step, outlined }: { readonly step: Step; readonly outlined: Outlined }): void {
      stats.apply(step, outlined);
      info.apply(step);
    },
    stats: stats.stats,
    info: info.info,
  };
}
