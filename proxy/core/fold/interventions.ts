import type { EntryRow, FrameChange, Interventions, Why } from '#core/model/row.ts';

/** An intervention of one kind, made on `count` entries. */
export interface Intervention {
  readonly why: readonly Why[];
  readonly isLost: boolean;
  readonly count: number;
  /** The number of entries that were delivered with other bytes, and the `seq` of the first. */
  readonly changed: number;
  readonly firstChanged: number | null;
}

/** The intervention on one entry. */
export const toIntervention = ({ t, isChanged, why }: NonNullable<EntryRow['sent']>, seq: number): Intervention => ({
  why,
  isLost: t === null,
  count: 1,
  changed: isChanged ? 1 : 0,
  firstChanged: isChanged ? seq : null,
});

/** Adds up the interventions on the frames of a group; undefined without any. */
export function sumInterventions(
  interventions: Iterable<Intervention>,
  changeAt: (seq: number) => FrameChange | undefined,
): Interventions | undefined {
  let [count, lost, changed] = [0, 0, 0];
  let seq: number | null = null;
  const kinds = new Set<string>();
  for (const { why, isLost, count: times, ...one } of interventions) {
    count += times;
    if (isLost) lost += times;
    changed += one.changed;
    seq ??= one.firstChanged;
    for (const { kind } of why) kinds.add(kind);
  }
  if (count === 0) return undefined;
  const change = changed === 1 && seq !== null ? changeAt(seq) : undefined;
  return { count, lost, kinds: [...kinds].toSorted(), ...(change ? { change } : {}) };
}
