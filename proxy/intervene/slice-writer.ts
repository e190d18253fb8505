import type { Plan } from '#core/intervene/plan.ts';

/** A frame that is written in slices. `slice`: the bytes of one, and the milliseconds between two. */
export interface Sliced {
  readonly bytes: Uint8Array;
  readonly slice: NonNullable<Plan['slice']>;
}

/** Writes one frame at a time in slices. */
export function createSliceWriter() {
  let timer: NodeJS.Timeout | undefined; // set while a frame is written

  return {
    isWriting: (): boolean => timer !== undefined,
    /** Calls `write` for each slice, the first one soon, and `done` after the last. */
    start({ bytes, slice }: Sliced, write: (part: Uint8Array, isLast: boolean) => void, done: () => void): void {
      const writeFrom = (start: number): void => {
        const end = start + slice.bytes;
        const isLast = end >= bytes.length;
        write(bytes.subarray(start, end), isLast);
        timer = isLast ? undefined : setTimeout(writeFrom, slice.pause, end);
        if (isLast) done();
      };
      timer = setTimeout(writeFrom, 0, 0);
    },
    /** Drops what is not written yet. */
    stop: (): void => clearTimeout(timer),
  };
}
