import { MAX_VALUES, type ValueCount, type ValueField } from '#core/contract/timeline.ts';
import { findField } from '#core/filter/fields.ts';
import { createSlices } from './slices.ts';
import type { TimelinePorts } from './source.ts';

/** Counts the values that entries from `from` up to `to` (not included) have; one may come several times. */
export type CountValues = (from: number, to: number) => Iterable<ValueCount>;

/** What a field of the filter can be, the most frequent first. Looks at all entries, and lets others have their turn meanwhile. */
export async function rankValues(
  field: ValueField,
  total: number,
  countBetween: CountValues,
  { rest, now }: Pick<TimelinePorts, 'rest' | 'now'>,
): Promise<readonly ValueCount[]> {
  const counts = new Map<string, number>();
  const slices = createSlices(now);
  for (let from = 0; from < total; await rest()) {
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

/** Of equal counts the one that comes first: turns by their number, kinds in the order of the filter's, other words by their letters. */
function compared(field: ValueField, value: string, other: string): number {
  const order = field === 'kind' || field === 'from' ? findField(field)?.values : undefined;
  if (order) return order.indexOf(value) - order.indexOf(other);
  if (field === 'turn') return Number(value) - Number(other);
  return value < other ? -1 : value > other ? 1 : 0;
}
