import type { ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/wire/units.ts';

/** Where the selection is kept: in the address, so that a reload and the back button restore it. */
export interface SelectionPlace {
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq | undefined) => void;
}

/** The selected entry. Kept as an identity, not an index: live rows arriving must not move it. */
export function createSelection(total: ReadonlySignal<number>, { selected, select }: SelectionPlace) {
  const to = (position: number) => {
    if (total.peek() > 0) select(seqOf(Math.min(Math.max(position, 0), total.peek() - 1)));
  };
  return {
    selected,
    select,
    /** Goes `step` rows down (or up); from nowhere it starts at `origin`, the first row in sight. */
    moveBy: (step: number, origin: number) => {
      const current = selected.peek();
      to(current === undefined ? origin : current + step);
    },
    first: () => to(0),
    last: () => to(total.peek() - 1),
  };
}
