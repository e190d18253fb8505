import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Seq } from '#core/units.ts';

export interface RevealPorts {
  readonly selected: ReadonlySignal<Seq | undefined>;
  /** Index of the selected row in the list. */
  readonly place: ReadonlySignal<number | undefined>;
  readonly version: ReadonlySignal<number>;
  readonly rowAt: (place: number) => TimelineRow | undefined;
  readonly open: (group: number) => void;
  /** Shows the rows below a session or turn again. */
  readonly expand: (group: number) => void;
}

/**
 * Opens the group that hides an entry, as soon as the group is known: findings and links refer to single frames.
 * Selecting another entry cancels this.
 */
export function createReveal({ selected, place, version, rowAt, open, expand }: RevealPorts, first: Seq | undefined) {
  const wanted = signal(first);

  const stop = effect(() => {
    const seq = wanted.value;
    const at = place.value;
    void version.value;
    if (seq === undefined) return;
    if (selected.value !== seq) return void (wanted.value = undefined);
    const row = at === undefined ? undefined : rowAt(at);
    if (!row) return;
    const { group } = row;
    untracked(() => {
      // Another group below it may hide the entry too.
      if (group?.isCollapsed && row.seq !== seq) return expand(group.no);
      wanted.value = undefined;
      if (group && row.seq !== seq && !group.isOpened) open(group.no);
    });
  });

  return {
    /** Call this after the entry was selected. */
    reveal: (seq: Seq) => void (wanted.value = seq),
    dispose: stop,
  };
}
