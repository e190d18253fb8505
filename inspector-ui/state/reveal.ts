import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Seq } from '#core/wire/units.ts';

export interface RevealPorts {
  readonly selected: ReadonlySignal<Seq | undefined>;
  /** Where the selection's row is in the list. */
  readonly place: ReadonlySignal<number | undefined>;
  readonly version: ReadonlySignal<number>;
  readonly rowAt: (place: number) => TimelineRow | undefined;
  readonly open: (group: number) => void;
  /** Shows what is below a session or turn again. */
  readonly expand: (group: number) => void;
}

/**
 * Opens the group that hides an entry, once it is known which one that is: a finding is about a frame, and so is a link to one. Going
 * elsewhere meanwhile ends it.
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
      // What is below it may be hidden by another group again.
      if (group?.isCollapsed && row.seq !== seq) return expand(group.no);
      wanted.value = undefined;
      if (group && row.seq !== seq && !group.isOpened) open(group.no);
    });
  });

  return {
    /** To be called after the entry has been selected. */
    reveal: (seq: Seq) => void (wanted.value = seq),
    dispose: stop,
  };
}
