/** Longer slices would delay the live feed and other pages noticeably. */
const SLICE_MS = 12;

/** A slice lasts at least this many times its fixed cost, even if it gets longer than SLICE_MS. */
const MIN_FIXED_COSTS = 4;

/** The fewest and the most entries of a slice. */
const MIN_ENTRIES = 200;
const MAX_ENTRIES = 100_000;

/** Chooses how many entries to process before other work can run, from the durations of earlier slices. */
export function createSliceSizes(now: () => number) {
  let size = 1000;
  let before: { readonly size: number; readonly took: number } | undefined;

  function learn(took: number): void {
    const difference = before && size !== before.size ? (took - before.took) / (size - before.size) : took / size;
    const each = Math.max(difference, took / size / 50, 1e-5); // above 0, because times of slices vary by chance
    const start = Math.max(took - each * size, 0);
    const wanted = (Math.max(SLICE_MS, start * MIN_FIXED_COSTS) - start) / each;
    before = { size, took };
    size = Math.round(Math.min(Math.max(wanted, size / 4, MIN_ENTRIES), size * 4, MAX_ENTRIES));
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
