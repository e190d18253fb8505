import { difference } from '#core/json/difference.ts';
import { stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { MAX_CHANGES, MAX_VALUE, type Change, type ShownValue, type ComparedStep } from '#core/model/compare.ts';
import type { Budget } from '#core/text/longest-common.ts';
import type { IdNames } from './id-names.ts';

export interface Changes {
  readonly changes: readonly Change[];
  readonly moreChanges: number;
}

/** Returns the changes between two steps, within the budget. Without a stored body, returns only a count. */
export function changesOf(left: ComparedStep, right: ComparedStep, names: IdNames, budget: Budget): Changes {
  if (left.body === null || right.body === null || budget.left <= 0) return { changes: [], moreChanges: 1 };
  const all = difference(names.left(left.body, left.ids), names.right(right.body, right.ids), { foldsReplaced: true });
  const changes: Change[] = [];
  for (const { pointer, expected, received } of all) {
    if (changes.length >= MAX_CHANGES || budget.left <= 0) break;
    const values = replaced(expected, received) ?? shown(expected, received);
    budget.left -= (values.left?.text.length ?? 0) + (values.right?.text.length ?? 0);
    changes.push({ pointer, ...values });
  }
  return { changes, moreChanges: all.length - changes.length };
}

/** Describes replaced list items by their names instead of their whole values. */
function replaced(left: unknown, right: unknown): Omit<Change, 'pointer'> | undefined {
  if (!Array.isArray(left) || !Array.isArray(right)) return undefined;
  const names = (items: readonly unknown[]) =>
    toShown(
      items.map((item) => stringAt(item, 'name') ?? item),
      0,
    );
  return { left: names(left), right: names(right), replaced: { left: left.length, right: right.length } };
}

/** The most characters of two long texts to show before the first difference. */
const LEAD = 200;

function shown(left: unknown, right: unknown): Pick<Change, 'left' | 'right'> {
  const start = typeof left === 'string' && typeof right === 'string' ? startOf(left, right) : 0;
  return { left: toShown(left, start), right: toShown(right, start) };
}

/** The beginning of the line with the first difference, at most LEAD before that difference. */
function startOf(left: string, right: string): number {
  if (Math.max(left.length, right.length) <= MAX_VALUE) return 0;
  let parting = 0;
  while (parting < left.length && left[parting] === right[parting]) parting += 1;
  const least = Math.max(0, parting - LEAD);
  const line = left.lastIndexOf('\n', parting - 1) + 1;
  return Math.max(least, Math.min(line, parting));
}

function toShown(value: unknown, start: number): ShownValue | null {
  if (value === undefined) return null;
  const isText = typeof value === 'string';
  if (!isText) return { text: renderValue(value, MAX_VALUE), isText, before: 0, after: 0 };
  const text = value.slice(start, start + MAX_VALUE).toWellFormed();
  const before = Math.min(start, value.length);
  return { text, isText, before, after: value.length - before - text.length };
}
