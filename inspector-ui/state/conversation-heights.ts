/**
 * Where cards of different heights are, of which only those that were shown have been measured: the others are taken to be `estimate`
 * pixels high. Offsets are counted once and kept up to the first card that has changed since.
 */
export function createHeights(estimate: number) {
  const measured: (number | undefined)[] = [];
  let tops: number[] = [0]; // tops[n]: pixels above card n; valid for as many as there are

  const heightOf = (index: number) => measured[index] ?? estimate;
  const topOf = (index: number): number => {
    for (let next = tops.length; next <= index; next++) tops.push((tops[next - 1] ?? 0) + heightOf(next - 1));
    return tops[index] ?? 0;
  };

  return {
    topOf,
    /** True when that was news. */
    measure: (index: number, height: number): boolean => {
      if (measured[index] === height) return false;
      measured[index] = height;
      tops = tops.slice(0, index + 1);
      return true;
    },
    /** The card, of `total`, that a pixel is in; the last one for what is below them. */
    indexAt: (pixel: number, total: number): number => {
      let [low, high] = [0, Math.max(total - 1, 0)];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (topOf(middle) <= pixel) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    /** Other cards stand in these places from now on. */
    forget: (): void => {
      measured.length = 0;
      tops = [0];
    },
  };
}
