import type { Grade } from './finding.ts';

/** The traffic over time. Bucket n counts the entries from `n × width` up to `(n + 1) × width` (not included). */
export interface Overview {
  /** Time of the last entry. */
  readonly duration: number;
  /** Microseconds of a bucket, chosen so that there are no more buckets than requested. */
  readonly width: number;
  readonly buckets: readonly OverviewBucket[];
  readonly revision: number;
}

/** Counts of matching entries, and the worst grade of their findings. */
export interface OverviewBucket {
  readonly client: number;
  readonly agent: number;
  readonly stderr: number;
  readonly worst: Grade | null;
}

export const MAX_BUCKETS = 1000;
