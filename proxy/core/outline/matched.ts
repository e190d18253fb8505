import type { Numbers } from './numbers.ts';

/** What a filter lets through of a recording, and of which state of that it is true. */
export interface Matched {
  readonly seqs: Numbers;
  /** The group of each of them, in the same order. */
  readonly groups: Uint32Array;
  readonly revision: number;
}
