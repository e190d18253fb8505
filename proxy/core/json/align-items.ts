import { longestCommon, type Budget, type Range } from '../text/longest-common.ts';
import { isObject } from './json.ts';

/** Two matching items, by index. One side is undefined where an item has no partner. */
export interface Pair {
  readonly expected: number | undefined;
  readonly received: number | undefined;
}

type Equal = (a: unknown, b: unknown, budget: Budget) => boolean;

/**
 * Pairs the items of two arrays in order, leaving as few as possible without a partner. Takes a longest
 * common subsequence of items with equal names (or equal values where they have no name). Between two such
 * pairs, pairs items one by one where they may be versions of each other.
 */
export function alignItems(
  expected: readonly unknown[],
  received: readonly unknown[],
  equal: Equal,
  budget: Budget,
): readonly Pair[] {
  const same = (left: number, right: number) => isSame(expected[left], received[right], equal, budget);
  const shorter = Math.min(expected.length, received.length);
  let head = 0;
  while (head < shorter && same(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && same(expected.length - 1 - tail, received.length - 1 - tail)) tail += 1;

  const anchors = longestCommon([head, expected.length - tail], [head, received.length - tail], same, budget);
  const pairs: Pair[] = Array.from({ length: head }, (_, index) => ({ expected: index, received: index }));
  let left = head;
  let right = head;
  for (const [nextLeft, nextRight] of anchors) {
    pairs.push(...pairGap(expected, received, [left, nextLeft], [right, nextRight]));
    pairs.push({ expected: nextLeft, received: nextRight });
    left = nextLeft + 1;
    right = nextRight + 1;
  }
  pairs.push(...pairGap(expected, received, [left, expected.length - tail], [right, received.length - tail]));
  for (let back = tail; back > 0; back--)
    pairs.push({ expected: expected.length - back, received: received.length - back });
  return pairs;
}

/** Pairs the remaining items in turn, where both may be versions of one thing. */
function pairGap(
  expected: readonly unknown[],
  received: readonly unknown[],
  [left, leftEnd]: Range,
  [right, rightEnd]: Range,
) {
  const pairs: Pair[] = [];
  while (left < leftEnd || right < rightEnd) {
    const both = left < leftEnd && right < rightEnd;
    if (both && mayBeSame(expected[left], received[right])) pairs.push({ expected: left++, received: right++ });
    else {
      if (left < leftEnd) pairs.push({ expected: left++, received: undefined });
      if (right < rightEnd) pairs.push({ expected: undefined, received: right++ });
    }
  }
  return pairs;
}

function isSame(a: unknown, b: unknown, equal: Equal, budget: Budget): boolean {
  budget.left -= 1;
  const name = nameOf(a);
  return name === undefined ? nameOf(b) === undefined && equal(a, b, budget) : name === nameOf(b);
}

function mayBeSame(a: unknown, b: unknown): boolean {
  const kind = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
  return kind(a) === kind(b) && nameOf(a) === nameOf(b);
}

/** Members that identify an item in a list, in ACP and in other JSON. */
const NAMES = ['id', 'toolCallId', 'optionId', 'modeId', 'configId', 'modelId', 'sessionId', 'path', 'uri', 'name'];

/** Returns the item's identifying member, `optionId "allow"`; undefined where it has no such member. */
export function nameOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  for (const name of NAMES) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof found === 'string' || typeof found === 'number') return `${name} ${JSON.stringify(found)}`;
  }
  return undefined;
}
