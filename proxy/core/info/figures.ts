import type { Info } from '#core/contract/info.ts';
import type { Stats } from '#core/contract/stats.ts';
import { createOutline } from '#core/outline/outline.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace } from '#core/trace/trace.ts';
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
  const stats = createStats(trace);
  const info = createInfo(trace);
  return {
    apply(entry) {
      const step = trace.apply(entry);
      const outlined = outline.apply(step);
      stats.apply(step, outlined);
      info.apply(step);
    },
    stats: stats.stats,
    info: info.info,
  };
}
