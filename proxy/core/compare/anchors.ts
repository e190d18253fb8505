import { LARGEST_TABLE, longestCommon, type Budget, type Range } from '#core/text/longest-common.ts';

export type Pairs = readonly (readonly [left: number, right: number])[];

/** Matching items, in the order of both sides. `isRough`: there were too many differences to find all matches. */
export interface Alignment {
  readonly pairs: Pairs;
  readonly isRough: boolean;
}

/** Equal tokens mean matching items; `words` are the text of each token. */
export interface Tokens {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly words: readonly string[];
}

/** Pairs equal tokens: by a table if it is small enough, else the tokens that occur once on each side. */
export function pairEqualTokens(tokens: Tokens, leftRange: Range, rightRange: Range, budget: Budget): Alignment {
  const same = (a: number, b: number) => tokens.left[a] === tokens.right[b];
  const pairs: (readonly [number, number])[] = [];
  let isRough = false;
  const open: (readonly [Range, Range])[] = [[leftRange, rightRange]];
  for (let ranges = open.pop(); ranges; ranges = open.pop()) {
    let [[from, to], [start, end]] = ranges;
    for (; from < to && start < end && same(from, start); from++, start++) pairs.push([from, start]);
    for (; from < to && start < end && same(to - 1, end - 1); to--, end--) pairs.push([to - 1, end - 1]);
    const cells = (to - from) * (end - start);
    if (cells === 0) continue;
    if (cells <= LARGEST_TABLE && cells <= budget.left) {
      budget.left -= cells;
      pairs.push(...longestCommon([from, to], [start, end], same, budget));
      continue;
    }
    const anchors = uniqueInBoth(tokens, [from, to], [start, end]);
    isRough ||= anchors.length === 0;
    if (anchors.length === 0) continue;
    for (const anchor of anchors) pairs.push(anchor);
    for (const gap of gaps(anchors, [from, to], [start, end])) open.push(gap);
  }
  return { pairs: sorted(pairs), isRough };
}

/** The ranges before, between and after pairs. */
export function* gaps(
  pairs: Pairs,
  [from, to]: Range,
  [start, end]: Range,
): Generator<readonly [left: Range, right: Range]> {
  for (const [left, right] of pairs) {
    yield [
      [from, left],
      [start, right],
    ];
    [from, start] = [left + 1, right + 1];
  }
  yield [
    [from, to],
    [start, end],
  ];
}

/** Pairs tokens that occur once on each side, as many as have the same order: a longest increasing sequence. */
function uniqueInBoth({ left, right }: Tokens, leftRange: Range, rightRange: Range): Pairs {
  const onceLeft = once(left, leftRange);
  const onceRight = once(right, rightRange);
  const found: (readonly [number, number])[] = [];
  for (const [token, index] of onceLeft) {
    const other = onceRight.get(token);
    if (index >= 0 && other !== undefined && other >= 0) found.push([index, other]);
  }
  const pairs = sorted(found);
  const tails: number[] = []; // tails[n]: the last pair of the best sequence of n + 1 pairs
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, place], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  });
  const longest: (readonly [number, number])[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) longest.push(pair);
  }
  return longest.toReversed();
}

/** The position of each token; −1 for a token that occurs more than once. */
function once(tokens: Uint32Array, [from, to]: Range): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let index = from; index < to; index++) {
    const token = tokens[index] ?? 0;
    places.set(token, places.has(token) ? -1 : index);
  }
  return places;
}

export const sorted = (pairs: Pairs): Pairs => pairs.toSorted(([a], [b]) => a - b);
