import { longestCommon, type Budget } from '#core/text/longest-common.ts';

/** A line of a difference, with its line end. */
export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A difference without the lines that both texts begin and end with. */
export interface LineChanges {
  readonly lines: readonly ChangedLine[];
  /** The number of lines before these. */
  readonly start: number;
  readonly added: number;
  readonly removed: number;
}

/** Compares two texts line by line. If too much differs, or the budget is used up, all between counts as changed. */
export function lineChanges(before: string, after: string, budget: Budget): LineChanges {
  const [left, right] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const same = (one: number, other: number) => {
    budget.left -= 1;
    return left[one] === right[other];
  };
  const pairs = longestCommon([start, leftEnd], [start, rightEnd], same, budget);
  const lines: ChangedLine[] = [];
  let [one, other] = [start, start];
  for (const [pairLeft, pairRight] of [...pairs, [leftEnd, rightEnd] as const]) {
    for (; one < pairLeft; one++) lines.push({ kind: 'removed', text: left[one] ?? '' });
    for (; other < pairRight; other++) lines.push({ kind: 'added', text: right[other] ?? '' });
    if (one < leftEnd && other < rightEnd) lines.push({ kind: 'same', text: left[one] ?? '' });
    one += 1;
    other += 1;
  }
  const count = (kind: ChangedLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { lines, start, added: count('added'), removed: count('removed') };
}

/** Lines with their ends, so that a missing end is a difference of the last line. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
