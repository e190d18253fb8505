/** How many comparisons are left, over a whole task: `same` takes from it. */
export interface Budget {
  left: number;
}

/** From one index up to, and without, another. */
export type Range = readonly [from: number, to: number];

/** The table of a longest common subsequence is rows × columns. Callers have something simpler for larger ones. */
export const LARGEST_TABLE = 250_000;

/**
 * Pairs as many items of two ranges as there can be, in the order of both; `same` says which may be paired. None where the table would
 * be larger than `LARGEST_TABLE`, or when the budget is used up.
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

  // lengths[row][column]: how many pairs there can be from that row and column on
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
