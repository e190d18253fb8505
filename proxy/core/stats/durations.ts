import type { Durations } from '#core/contract/stats.ts';

/** Up to so many durations are kept as they are: their percentiles are durations that occurred. */
const MAX_EXACT = 256;

/** Each bucket of the sketch ends 2 % above where it begins: its middle is within 1 % of all that is in it. */
const GROWTH = Math.log(1.02);

/** Collects durations in bounded memory: the first MAX_EXACT, then a sketch of some 1,200 buckets for everything from 1 µs to a day. */
export function createDurations() {
  const values: number[] = [];
  const buckets = new Map<number, number>();
  let count = 0;
  let total = 0;
  let min = Infinity;
  let max = -1;
  let slowest = 0;

  /** By nearest rank: the least duration that at least this share of all are no longer than. */
  function quantile(share: number): number {
    const rank = Math.ceil(share * count);
    if (count === values.length) return values.toSorted((a, b) => a - b)[rank - 1] ?? max;
    let left = rank;
    for (const bucket of [...buckets.keys()].toSorted((a, b) => a - b)) {
      left -= buckets.get(bucket) ?? 0;
      if (left <= 0) return Math.min(Math.max(Math.round(Math.exp((bucket + 0.5) * GROWTH)), min), max);
    }
    return max;
  }

  return {
    /** `seq` is the entry to look at when this turns out to be the longest. */
    add(duration: number, seq: number): void {
      if (values.length < MAX_EXACT) values.push(duration);
      const bucket = Math.floor(Math.log(Math.max(duration, 1)) / GROWTH);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      count += 1;
      total += duration;
      min = Math.min(min, duration);
      if (duration <= max) return;
      max = duration;
      slowest = seq;
    },
    /** null when there was none. */
    summary: (): Durations | null =>
      count === 0 ? null : { count, total, p50: quantile(0.5), p95: quantile(0.95), max, slowest },
  };
}
