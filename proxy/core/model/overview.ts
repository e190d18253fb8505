import type { AxisFacts } from './axis.ts';
import type { Grade } from './finding.ts';

/** The traffic over time. Bucket n counts the entries from `n × width` up to `(n + 1) × width` (not included). */
export interface Overview {
  /** Time of the last entry. */
  readonly duration: number;
  /** Microseconds of a bucket, chosen so that there are no more buckets than requested. */
  readonly width: number;
  /** The buckets with entries, in their order. */
  readonly buckets: readonly OverviewBucket[];
  /** Turns, waits and silences of the whole recording, whatever the filter. */
  readonly axis: AxisFacts;
  readonly revision: number;
}

/** Counts of matching entries, and the worst grade of their findings. */
export interface OverviewBucket {
  /** Its number. */
  readonly n: number;
  /** `seq` of its first matching entry. */
  readonly seq: number;
  readonly client: number;
  readonly agent: number;
  readonly stderr: number;
  readonly worst: Grade | null;
}

export const MAX_BUCKETS = 1000;
