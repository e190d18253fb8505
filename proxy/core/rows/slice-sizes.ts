/** Longer slices would delay the live feed and other pages noticeably. */
const SLICE_MS = 12;

/** A slice has a fixed cost. It may take a quarter of the time at most, even if the slice gets longer than SLICE_MS. */
const MOST_OF_START = 4;

const FEWEST = 200;
const MOST = 100_000;

/** Chooses how many entries to process before other work can run, from the durations of earlier slices. */
export function createSliceSizes(now: () => number) {
  let size = 1000;
  let before: { readonly size: number; readonly took: number } | undefined;

  function learn(took: number): void {
    const difference = before && size !== before.size ? (took - before.took) / (size - before.size) : took / size;
    const each = Math.max(difference, took / size / 50, 1e-5);
    const start = Math.max(took - each * size, 0);
    const wanted = (Math.max(SLICE_MS, start * MOST_OF_START) - start) / each;
    before = { size, took };
    size = Math.round(Math.min(Math.max(wanted, size / 4, FEWEST), size * 4, MOST));
  }

  return {
    size: (): number => size,
    /** Runs a slice's work. */
    measure(work: () => void): void {
      const began = now();
      work();
      learn(now() - began);
    },
  };
}
