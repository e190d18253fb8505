/**
 * Insertions, deletions and replacements between two texts (Levenshtein). Returns `limit` when there are at
 * least as many.
 */
export function editDistance(one: string, other: string, limit = Infinity): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  let next = [...row];
  for (let line = 1; line <= one.length; line++) {
    let least = (next[0] = line);
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      const fewest = Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      next[column] = fewest;
      if (fewest < least) least = fewest;
    }
    [row, next] = [next, row];
    if (least >= limit) return limit;
  }
  return Math.min(row[other.length] ?? 0, limit);
}
