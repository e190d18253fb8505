/**
 * Computes the offsets of cards of different heights. Assumes `estimate` pixels for cards that were never shown and
 * measured. Keeps computed offsets up to the first card that has changed since.
 */
export function createHeights(estimate: number) {
  const measured: (number | undefined)[] = [];
  let tops: number[] = [0]; // tops[n]: pixels above card n; all elements are valid

  const heightOf = (index: number) => measured[index] ?? estimate;
  const topOf = (index: number): number => {
    for (let next = tops.length; next <= index; next++) tops.push((tops[next - 1] ?? 0) + heightOf(next - 1));
    return tops[index] ?? 0;
  };

  return {
    topOf,
    /** Stores a measured height. Returns true if it changed. */
    measure: (index: number, height: number): boolean => {
      if (measured[index] === height) return false;
      measured[index] = height;
      tops = tops.slice(0, index + 1);
      return true;
    },
    /** Returns the card of `total` that contains a pixel; the last card for pixels below all of them. */
    indexAt: (pixel: number, total: number): number => {
      let [low, high] = [0, Math.max(total - 1, 0)];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (topOf(middle) <= pixel) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    /** Drops all heights, because the list has other cards now. */
    forget: (): void => {
      measured.length = 0;
      tops = [0];
    },
  };
}
