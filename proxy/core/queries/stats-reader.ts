import { createCache } from '#core/cache.ts';
import { createStatsAndInfo, type StatsAndInfo } from '#core/info/stats-and-info.ts';
import type { Info } from '#core/model/info.ts';
import type { Stats } from '#core/model/stats.ts';
import { createInterventionCounts } from '#core/stats/count-interventions.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import { untilOnItsWay } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { RecordingSource } from '../recording-source.ts';

/** Recordings with kept stats: the current one and the previous one. */
const KEPT = 2;

interface Growing {
  readonly fold: StatsAndInfo;
  /** The first entry that is not counted yet. */
  next: number;
  /** Allows one update at a time. */
  growing: Promise<unknown>;
}

/**
 * Returns the stats of everything recorded so far. Ended recordings store theirs. For others each entry is read once,
 * because a page that follows a live recording asks every second.
 */
export function createStatsReader(ports: Pick<TimelinePorts, 'rest' | 'now'>) {
  const kept = createCache<string, Growing>(KEPT);
  const start = (): Growing => ({ fold: createStatsAndInfo(), next: 0, growing: Promise.resolve() });

  return async ({
    key,
    entries,
    storedStats,
    header,
    summary,
  }: Pick<RecordingSource, 'key' | 'entries' | 'storedStats' | 'header' | 'summary'>): Promise<{
    stats(): Stats;
    info(): Info;
  }> => {
    const stored = storedStats();
    if (stored) {
      if (!header().interventions) return { stats: () => stored.stats, info: () => stored.info };
      const touched = createInterventionCounts();
      await visitInSlices(entries(0), touched.apply, ports);
      return { stats: () => ({ ...stored.stats, interventions: touched.counts() }), info: () => stored.info };
    }
    const found = kept.getOrMake(key, start);
    const count = (entry: Entry) => {
      found.fold.apply(entry);
      found.next = entry.seq + 1;
    };
    const { state, interventions } = summary() ?? {};
    const known = state === 'live' && interventions ? untilOnItsWay : (all: Iterable<Entry>) => all;
    found.growing = found.growing.then(() => visitInSlices(known(entries(found.next)), count, ports));
    try {
      await found.growing;
    } catch (cause) {
      kept.deleteValue(key, found); // so that the next request starts anew
      throw cause;
    }
    return found.fold;
  };
}
