import { clamp } from '#core/clamp.ts';
import type { Durations } from '#core/model/stats.ts';

/** Keeps this many durations exactly, so that percentiles are durations that occurred. */
const MAX_EXACT = 256;

/** Each bucket of the sketch spans 2 %, so its middle is within 1 % of its durations. */
const GROWTH = Math.log(1.02);

interface DurationSums {
  readonly values: readonly number[];
  readonly buckets: ReadonlyMap<number, number>;
  readonly spread: ReadonlyMap<number, number>;
  readonly count: number;
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly slowest: number;
}

const NONE: DurationSums = {
  values: [],
  buckets: new Map(),
  spread: new Map(),
  count: 0,
  total: 0,
  min: Infinity,
  max: -1,
  slowest: 0,
};

/**
 * Collects durations in bounded memory: the first MAX_EXACT exactly, then a sketch of about 1,200 buckets from 1 µs
 * to a day.
 */
export function createDurations(start: DurationSums = NONE) {
  const values = [...start.values];
  const buckets = new Map(start.buckets);
  const spread = new Map(start.spread);
  let { count, total, min, max, slowest } = start;

  /** The nearest rank: the shortest duration that at least this share of all durations do not exceed. */
  function quantile(share: number): number {
    const rank = Math.ceil(share * count);
    if (count === values.length) return values.toSorted((a, b) => a - b)[rank - 1] ?? max;
    let left = rank;
    for (const bucket of [...buckets.keys()].toSorted((a, b) => a - b)) {
      left -= buckets.get(bucket) ?? 0;
      if (left <= 0) return clamp(Math.round(Math.exp((bucket + 0.5) * GROWTH)), min, max);
    }
    return max;
  }

  return {
    /** `seq` identifies the entry, for the longest duration. */
    add(duration: number, seq: number): void {
      if (values.length < MAX_EXACT) values.push(duration);
      const bucket = Math.floor(Math.log(Math.max(duration, 1)) / GROWTH);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      const limit = limitOf(duration);
      spread.set(limit, (spread.get(limit) ?? 0) + 1);
      count += 1;
      total += duration;
      min = Math.min(min, duration);
      if (duration <= max) return;
      max = duration;
      slowest = seq;
    },
    /** The current sums, as the start of another collection. */
    sums: (): DurationSums => ({ values, buckets, spread, count, total, min, max, slowest }),
    /** null without durations. */
    summary: (): Durations | null =>
      count === 0
        ? null
        : {
            count,
            total,
            p50: quantile(0.5),
            p95: quantile(0.95),
            max,
            slowest,
            spread: [...spread].map(([upTo, many]) => ({ upTo, count: many })).toSorted((a, b) => a.upTo - b.upTo),
          },
  };
}

/** The shortest of 10, 20, 50, 100, … µs that is not below a duration. */
function limitOf(duration: number): number {
  let decade = 10;
  while (decade * 5 < duration) decade *= 10;
  return decade >= duration ? decade : decade * 2 >= duration ? decade * 2 : decade * 5;
}
