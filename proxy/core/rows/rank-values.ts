import { MAX_VALUES, type ValueCount, type ValueField } from '#core/contract/timeline.ts';
import { findField } from '#core/filter/fields.ts';
import { createSliceSizes } from './slice-sizes.ts';
import type { IsWanted, TimelinePorts } from './timeline-source.ts';

/**
 * Counts the values in the entries from `from` up to `to` (not included). A value may occur several times in
 * the result.
 */
export type CountValues = (from: number, to: number) => Iterable<ValueCount>;

/**
 * Lists the values of a filter field, the most frequent first. Reads all entries, and lets other work run meanwhile.
 * @returns undefined as soon as the answer is no longer wanted
 */
export async function rankValues(
  field: ValueField,
  total: number,
  countBetween: CountValues,
  { rest, now }: Pick<TimelinePorts, 'rest' | 'now'>,
  isWanted: IsWanted,
): Promise<readonly ValueCount[] | undefined> {
  const counts = new Map<string, number>();
  const slices = createSliceSizes(now);
  for (let from = 0; from < total; await rest()) {
    if (!isWanted()) return undefined;
    const to = Math.min(from + slices.size(), total);
    slices.measure(() => {
      for (const { value, count } of countBetween(from, to)) counts.set(value, (counts.get(value) ?? 0) + count);
    });
    from = to;
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || compared(field, one.value, other.value))
    .slice(0, MAX_VALUES);
}

/** Orders values of equal count: turns by number, kinds in the filter's order, other words alphabetically. */
function compared(field: ValueField, value: string, other: string): number {
  const order = field === 'kind' || field === 'from' ? findField(field)?.values : undefined;
  if (order) return order.indexOf(value) - order.indexOf(other);
  if (field === 'turn') return Number(value) - Number(other);
  return value < other ? -1 : value > other ? 1 : 0;
}
