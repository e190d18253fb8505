/** The number of comparisons left in a whole task. `same` decrements it. */
export interface Budget {
  left: number;
}

/** A half-open range of indexes. */
export type Range = readonly [from: number, to: number];

/**
 * The table of a longest common subsequence has rows × columns cells. Callers do something simpler for larger ranges.
 */
export const LARGEST_TABLE = 250_000;

/**
 * Pairs as many items of two ranges as possible, keeping the order of both. `same` decides which items may be
 * paired. Returns no pairs if the table would exceed `LARGEST_TABLE`, or when the budget is used up.
 */
export function longestCommon(
  [left, leftEnd]: Range,
  [right, rightEnd]: Range,
  same: (left: number, right: number) => boolean,
  budget: Budget,
): readonly (readonly [left: number, right: number])[] {
  const rows = leftEnd - left;
  const columns = rightEnd - right;
  if (rows * columns === 0 || rows * columns > LARGEST_TABLE) return [];

  // lengths[row][column]: the most pairs from that row and column on
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const equal = new Uint8Array((rows + 1) * width);
  const length = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      if (budget.left <= 0) return [];
      const isPair = same(left + row, right + column);
      equal[row * width + column] = isPair ? 1 : 0;
      lengths[row * width + column] = isPair
        ? length(row + 1, column + 1) + 1
        : Math.max(length(row + 1, column), length(row, column + 1));
    }

  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;)
    if (equal[row * width + column]) pairs.push([left + row++, right + column++]);
    else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  return pairs;
}
