import type { NumberList } from './number-list.ts';

/** The entries that match a filter, at one revision of the recording. */
export interface MatchedEntries {
  readonly seqs: NumberList;
  /** The group of each entry, in the same order. */
  readonly groups: Uint32Array;
  readonly revision: number;
}
