import type { Grade } from '#core/model/finding.ts';
import type { OverviewBucket } from '#core/model/overview.ts';

type Source = 'client' | 'agent' | 'stderr';

const GRADES = [null, 'note', 'warning', 'error'] as const;

interface Counts {
  client: number;
  agent: number;
  stderr: number;
  /** Index into GRADES. */
  worst: number;
}

/** More buckets than any view requests. Views merge them into fewer. */
const MOST = 2048;

/** The width of a bucket at the beginning of a recording, in microseconds. */
const FIRST_WIDTH = 1000;

/** Counts the traffic over time in a bounded number of buckets. Merges pairs of buckets as the recording grows. */
export function createHistogram() {
  let width = FIRST_WIDTH;
  let buckets: Counts[] = [];

  function bucketAt(at: number) {
    while (Math.floor(at / width) >= MOST) {
      buckets = halved(buckets);
      width *= 2;
    }
    const index = Math.floor(at / width);
    while (buckets.length <= index) buckets.push({ client: 0, agent: 0, stderr: 0, worst: 0 });
    return buckets[index];
  }

  return {
    /** Counts entries of one source at `at`. They may be later by up to the current width. */
    add(at: number, source: Source, count: number): void {
      const bucket = bucketAt(at);
      if (bucket) bucket[source] += count;
    },
    /** Records a finding for an entry at `at`. */
    grade(at: number, grade: Grade): void {
      const bucket = bucketAt(at);
      if (bucket) bucket.worst = Math.max(bucket.worst, GRADES.indexOf(grade));
    },
    /** The width of a bucket in microseconds. */
    width: (): number => width,
    /** The whole histogram in at most `most` buckets. */
    within(most: number): { readonly width: number; readonly buckets: readonly OverviewBucket[] } {
      let [shown, each] = [buckets, width];
      while (shown.length > most) [shown, each] = [halved(shown), each * 2];
      return { width: each, buckets: shown.map((bucket) => ({ ...bucket, worst: GRADES[bucket.worst] ?? null })) };
    },
  };
}

export type Histogram = ReturnType<typeof createHistogram>;

function halved(buckets: readonly Counts[]): Counts[] {
  return buckets
    .filter((_, index) => index % 2 === 0)
    .map((bucket, index) => {
      const other = buckets[index * 2 + 1];
      return {
        client: bucket.client + (other?.client ?? 0),
        agent: bucket.agent + (other?.agent ?? 0),
        stderr: bucket.stderr + (other?.stderr ?? 0),
        worst: Math.max(bucket.worst, other?.worst ?? 0),
      };
    });
}
