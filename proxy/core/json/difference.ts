import { escapeName } from '#core/json/pointer.ts';
import type { Budget } from '../text/longest-common.ts';
import { alignItems, nameOf, type Pair } from './align-items.ts';
import { isObject, valueAt, type JsonObject } from './json.ts';

/**
 * One place where two JSON values differ. `pointer` is a JSON pointer (RFC 6901) into the expected value, or
 * into the received one for `extra`. The whole value has the pointer `''`. `expected` is absent for `extra`,
 * `received` for `missing`.
 */
export interface Difference {
  readonly pointer: string;
  readonly kind: 'missing' | 'extra' | 'changed';
  readonly expected?: unknown;
  readonly received?: unknown;
}

export interface DifferenceOptions {
  /**
   * Reports list items without a partner as one change of the list, if all have names and both lists have such items.
   */
  readonly foldsReplaced?: boolean;
}

/** The number of differences after which the search ends. No one reads more. */
const MAX_DIFFERENCES = 500;

/** Deeper than any message of ACP. Below this depth, any difference is one change. */
const DEEPEST = 200;

/**
 * Returns the differences between two JSON values, in the order of the expected one; empty exactly when they are
 * equal. Ignores the order of members and treats undefined as absent. Aligns array items by their identifying member
 * (`id`, `toolCallId`, `path` …), else by equality, so that one added item is one difference. Never throws; its work
 * is bounded: compares arrays by position when they are too large to align.
 */
export function difference(
  expected: unknown,
  received: unknown,
  { foldsReplaced = false }: DifferenceOptions = {},
): readonly Difference[] {
  const found: Difference[] = [];
  const budget: Budget = { left: 1_000_000 };

  function compare(a: unknown, b: unknown, pointer: string, depth: number): void {
    if (found.length >= MAX_DIFFERENCES || Object.is(a, b)) return;
    if (a === undefined) return void found.push({ pointer, kind: 'extra', received: b });
    if (b === undefined) return void found.push({ pointer, kind: 'missing', expected: a });
    if (depth < DEEPEST && isObject(a) && isObject(b)) return compareObjects(a, b, pointer, depth + 1);
    if (depth < DEEPEST && Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b, pointer, depth + 1);
    if (!isEqual(a, b)) found.push({ pointer, kind: 'changed', expected: a, received: b });
  }

  function compareObjects(a: JsonObject, b: JsonObject, pointer: string, depth: number): void {
    for (const name of Object.keys(a)) compare(a[name], valueAt(b, name), `${pointer}/${escapeName(name)}`, depth);
    for (const name of Object.keys(b))
      if (!Object.hasOwn(a, name)) compare(undefined, b[name], `${pointer}/${escapeName(name)}`, depth);
  }

  function compareArrays(a: readonly unknown[], b: readonly unknown[], pointer: string, depth: number): void {
    const pairs = alignItems(a, b, isEqual, budget);
    const replaced = foldsReplaced ? replacedIn(a, b, pairs) : undefined;
    if (replaced) found.push({ pointer, kind: 'changed', ...replaced });
    for (const { expected: left, received: right } of pairs)
      if (!replaced || (left !== undefined && right !== undefined))
        compare(a[left ?? -1], b[right ?? -1], `${pointer}/${left ?? right}`, depth);
  }

  compare(expected, received, '', 0);
  return found;
}

/** Compares JSON values, ignoring the order of members. Not recursive, so deep values do not overflow the stack. */
export function isEqual(left: unknown, right: unknown, budget?: Budget): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (budget) budget.left -= 1;
    if (a === b) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (let index = a.length - 1; index >= 0; index--) pairs.push([a[index], b[index]]);
    } else if (isObject(a) && isObject(b)) {
      const names = Object.keys(a);
      if (names.length !== Object.keys(b).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(b, name)) return false;
        pairs.push([a[name], b[name]]);
      }
    } else return false;
  }
  return true;
}

/**
 * Returns the items that only one side has; undefined unless both have some. A single item replaced by
 * another is listed as two differences instead.
 */
function replacedIn(a: readonly unknown[], b: readonly unknown[], pairs: readonly Pair[]) {
  const expected = pairs.flatMap((pair) => (pair.received === undefined ? [a[pair.expected ?? -1]] : []));
  const received = pairs.flatMap((pair) => (pair.expected === undefined ? [b[pair.received ?? -1]] : []));
  const isFew = Math.min(expected.length, received.length) === 0 || expected.length + received.length === 2;
  const areNamed = [...expected, ...received].every((item) => nameOf(item) !== undefined);
  return isFew || !areNamed ? undefined : { expected, received };
}
