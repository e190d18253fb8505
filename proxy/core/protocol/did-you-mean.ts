/** Two slips of the finger; more is another word. */
const FARTHEST = 2;

/** The candidate that `name` is most likely meant to be: at most two edits away, the nearest first. Undefined when none is. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = FARTHEST + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate, least);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Insertions, deletions and replacements between two texts (Levenshtein). Gives up at `limit`, and answers that. */
export function editDistance(one: string, other: string, limit = Infinity): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
    if (Math.min(...row) >= limit) return limit;
  }
  return Math.min(row[other.length] ?? 0, limit);
}
