import type { Interventions, Why } from '#core/model/row.ts';

/** What acptap did to `count` entries in the same way. */
export interface Intervention {
  readonly why: readonly Why[];
  readonly isLost: boolean;
  readonly count: number;
}

/** Adds up what acptap did to the frames of a group; undefined if it did nothing. */
export function sumInterventions(interventions: Iterable<Intervention>): Interventions | undefined {
  let [count, lost] = [0, 0];
  const kinds = new Set<string>();
  for (const { why, isLost, count: times } of interventions) {
    count += times;
    if (isLost) lost += times;
    for (const { kind } of why) kinds.add(kind);
  }
  return count === 0 ? undefined : { count, lost, kinds: [...kinds].toSorted() };
}
