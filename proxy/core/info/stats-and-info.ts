import { createGrouping, type GroupedEntry } from '#core/grouping/grouping.ts';
import type { Info } from '#core/model/info.ts';
import type { Stats } from '#core/model/stats.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace, type Trace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createInfo } from './info.ts';

/** Stats and info of a recording, from one fold. Can be read at any time, also before more entries. */
export interface StatsAndInfo {
  readonly apply: (entry: Entry) => void;
  readonly stats: () => Stats;
  readonly info: () => Info;
}

export function createStatsAndInfo(): StatsAndInfo {
  const trace = createTrace();
  const grouping = createGrouping();
  const { apply, stats, info } = createStepStats(trace);
  return {
    apply(entry) {
      apply(grouping.apply(trace.apply(entry)));
    },
    stats,
    info,
  };
}

/** Stats and info from the steps of another fold with this `trace`. Apply each step right after it is made. */
export function createStepStats(trace: Trace) {
  const stats = createStats(trace);
  const info = createInfo(trace);
  return {
    apply(grouped: GroupedEntry): void {
      stats.apply(grouped);
      info.apply(grouped.step);
    },
    stats: stats.stats,
    info: info.info,
  };
}
