import { RANKS, type Grade } from '#core/model/finding.ts';
import type { OverviewBucket } from '#core/model/overview.ts';

type Source = 'client' | 'agent' | 'stderr';

interface Counts {
  seq: number;
  client: number;
  agent: number;
  stderr: number;
  /** Index into RANKS. */
  worst: number;
}

/** Buckets by their numbers. */
type Buckets = Map<number, Counts>;

/** The traffic up to an entry, as the database keeps it. Without findings, which may change. */
export interface Traffic {
  /** The number of entries counted. */
  readonly total: number;
  readonly width: number;
  /** `[n, seq, client, agent, stderr]` of each bucket. */
  readonly buckets: readonly (readonly [number, number, number, number, number])[];
}

/** The most buckets: more than any view requests. Views merge them into fewer. */
const MAX_BUCKETS = 2048;

/** The width of a bucket at the beginning of a recording, in microseconds. */
const FIRST_WIDTH = 1000;

/**
 * Counts the traffic over time in a bounded number of buckets. Merges pairs of buckets as the recording grows. Silences
 * take no buckets, so that an idle night does not make the rest coarse.
 */
export function createHistogram(begun?: Traffic) {
  let width = begun?.width ?? FIRST_WIDTH;
  let buckets: Buckets = new Map(
    begun?.buckets.map(([n, seq, client, agent, stderr]) => [n, { seq, client, agent, stderr, worst: 0 }]),
  );

  function bucketAt(at: number, seq: number): Counts {
    const n = Math.floor(at / width);
    const known = buckets.get(n);
    if (known) return known;
    const bucket = { seq, client: 0, agent: 0, stderr: 0, worst: 0 };
    buckets.set(n, bucket);
    while (buckets.size > MAX_BUCKETS) {
      buckets = halved(buckets);
      width *= 2;
    }
    return buckets.get(Math.floor(at / width)) ?? bucket;
  }

  return {
    /** Counts entries of `source` at `at` or later by less than the current width. The first of them is `seq`. */
    add(at: number, source: Source, count: number, seq: number): void {
      const bucket = bucketAt(at, seq);
      bucket[source] += count;
      bucket.seq = Math.min(bucket.seq, seq);
    },
    /** Records a finding for an entry at `at`. */
    grade(at: number, grade: Grade, seq: number): void {
      const bucket = bucketAt(at, seq);
      bucket.worst = Math.max(bucket.worst, RANKS.indexOf(grade));
    },
    /** The width of a bucket in microseconds. */
    width: (): number => width,
    /** The whole histogram in at most `most` buckets. */
    within(most: number): { readonly width: number; readonly buckets: readonly OverviewBucket[] } {
      let [shown, each] = [buckets, width];
      while (shown.size > most) [shown, each] = [halved(shown), each * 2];
      const sorted = [...shown].toSorted(([one], [other]) => one - other);
      return {
        width: each,
        buckets: sorted.map(([n, { worst, ...counts }]) => ({ n, ...counts, worst: RANKS[worst] ?? null })),
      };
    },
    /** The histogram in the form that the database keeps, after `total` entries. */
    traffic: (total: number): Traffic => ({
      total,
      width,
      buckets: [...buckets].map(([n, { seq, client, agent, stderr }]) => [n, seq, client, agent, stderr]),
    }),
  };
}

export type Histogram = ReturnType<typeof createHistogram>;

function halved(buckets: Buckets): Buckets {
  const half: Buckets = new Map();
  for (const [number, { seq, client, agent, stderr, worst }] of buckets) {
    const n = Math.floor(number / 2);
    const other = half.get(n);
    half.set(n, {
      seq: Math.min(seq, other?.seq ?? seq),
      client: client + (other?.client ?? 0),
      agent: agent + (other?.agent ?? 0),
      stderr: stderr + (other?.stderr ?? 0),
      worst: Math.max(worst, other?.worst ?? 0),
    });
  }
  return half;
}
