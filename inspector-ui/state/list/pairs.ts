import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/units.ts';
import type { Timeline } from './timeline.ts';

/** The entry below the pointer, and the requests and responses that belong to it and to the selected entry. */
export function createPairs(
  { rowOf, version }: Pick<Timeline, 'rowOf' | 'version'>,
  selected: ReadonlySignal<Seq | undefined>,
) {
  const hovered = signal<Seq | undefined>(undefined);
  const pairOf = (seq: Seq | undefined) => {
    const pair = seq === undefined ? null : rowOf(seq)?.pair;
    return pair === null || pair === undefined ? undefined : seqOf(pair);
  };
  return {
    hovered,
    /** The pairs of the hovered and the selected entry. */
    paired: computed(() => {
      void version.value;
      return [pairOf(hovered.value), pairOf(selected.value)];
    }),
  };
}
