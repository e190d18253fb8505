import { createStatsAndInfo, type StatsAndInfo } from '#core/info/stats-and-info.ts';
import { inSlices } from './in-slices.ts';
import type { Shelved } from './library.ts';

/** Recordings with kept stats: the current one and the previous one. */
const KEPT = 2;

interface Growing extends Shelved {
  /** The id, because numbers of removed recordings are used again. */
  readonly id: string;
  readonly figures: StatsAndInfo;
  /** The first entry that is not counted yet. */
  next: number;
  /** Allows one update at a time. */
  growing: Promise<void>;
}

/**
 * The stats of recordings. Ended recordings store theirs; for others each entry is read once, because a page that
 * follows a live recording asks every second.
 */
export function keepFigures() {
  const kept: Growing[] = [];

  function find(id: string, { store, no }: Shelved): Growing {
    const known = kept.find((each) => each.store === store && each.no === no && each.id === id);
    if (known) kept.splice(kept.indexOf(known), 1);
    const found = known ?? { id, store, no, figures: createStatsAndInfo(), next: 0, growing: Promise.resolve() };
    kept.unshift(found);
    kept.length = Math.min(kept.length, KEPT);
    return found;
  }

  const grow = (of: Growing): Promise<void> =>
    inSlices(of.store.read.entries(of.no, of.next), (entry) => {
      of.figures.apply(entry);
      of.next = entry.seq + 1;
    });

  return {
    /** The stats of everything recorded so far. @throws what the store throws */
    async of(id: string, shelved: Shelved): Promise<Pick<StatsAndInfo, 'stats' | 'info'>> {
      const ended = shelved.store.read.figures(shelved.no);
      if (ended) return { stats: () => ended.stats, info: () => ended.info };
      const found = find(id, shelved);
      found.growing = found.growing.then(() => grow(found));
      try {
        await found.growing;
      } catch (cause) {
        const place = kept.indexOf(found);
        if (place !== -1) kept.splice(place, 1); // so that the next request starts anew
        throw cause;
      }
      return found.figures;
    },
  };
}
