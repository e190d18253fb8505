import { signal, type ReadonlySignal } from '@preact/signals';
import type { Seq } from '#core/wire/units.ts';

/** Marked entries of every recording that was looked at, for as long as the page is open. */
export function createMarks() {
  const marks = signal<ReadonlyMap<string, readonly Seq[]>>(new Map());
  const of = (recording: string): readonly Seq[] => marks.value.get(recording) ?? [];
  return {
    /** In the order of the recording; reading it subscribes. */
    of: (recording: string): readonly Seq[] => of(recording).toSorted((one, other) => one - other),
    /** The one marked last. */
    lastOf: (recording: string): Seq | undefined => of(recording).at(-1),
    /** @returns whether it is marked now */
    toggle: (recording: string, seq: Seq): boolean => {
      const others = of(recording).filter((each) => each !== seq);
      const isMarked = others.length === of(recording).length;
      marks.value = new Map(marks.peek()).set(recording, isMarked ? [...others, seq] : others);
      return isMarked;
    },
    all: marks as ReadonlySignal<ReadonlyMap<string, readonly Seq[]>>,
  };
}

export type Marks = ReturnType<typeof createMarks>;
