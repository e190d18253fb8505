import { expect, test } from 'vitest';
import { MAX_VALUES } from '#core/contract/timeline.ts';
import { rankValues, type CountValues } from '#core/rows/rank-values.ts';

/** Counts in slices on a simulated machine that needs 10 µs for an entry. Nobody wants the answer after `most` slices. */
async function ranked(
  field: Parameters<typeof rankValues>[0],
  total: number,
  valueOf: (seq: number) => string,
  most = Number.POSITIVE_INFINITY,
) {
  let clock = 0;
  let rests = 0;
  const ranges: (readonly [number, number])[] = [];
  const between: CountValues = (from, to) => {
    ranges.push([from, to]);
    clock += (to - from) / 100;
    return Array.from({ length: to - from }, (_, offset) => ({ value: valueOf(from + offset), count: 1 }));
  };
  const ports = { rest: async () => void (rests += 1), now: () => clock };
  const values = await rankValues(field, total, between, ports, () => rests < most);
  return { values: values ?? [], isAnswered: values !== undefined, ranges, rests };
}

test('counts values over all slices, each entry once, with a rest after each slice', async () => {
  const { values, ranges, rests } = await ranked('method', 10_000, (seq) => (seq % 4 === 0 ? 'rare' : 'often'));
  expect(values).toEqual([
    { value: 'often', count: 7500 },
    { value: 'rare', count: 2500 },
  ]);
  expect(ranges.length).toBeGreaterThan(3);
  expect(ranges.map(([from]) => from)).toEqual([0, ...ranges.slice(0, -1).map(([, to]) => to)]);
  expect([ranges.at(-1)?.[1], rests]).toEqual([10_000, ranges.length]);
});

test('orders equal counts: turns by number, kinds in the filter’s order, others alphabetically', async () => {
  const values = async (field: Parameters<typeof rankValues>[0], all: readonly string[]) =>
    (await ranked(field, all.length, (seq) => all[seq] ?? '')).values.map(({ value }) => value);
  expect(await values('turn', ['10', '9', '2'])).toEqual(['2', '9', '10']);
  expect(await values('kind', ['event', 'notification', 'request'])).toEqual(['request', 'notification', 'event']);
  expect(await values('session', ['b', 'a', 'c', 'c'])).toEqual(['c', 'a', 'b']);
});

test('lists only the most frequent values', async () => {
  const { values } = await ranked('id', 1000, (seq) => String(seq < 500 ? 'same' : seq));
  expect(values).toHaveLength(MAX_VALUES);
  expect(values[0]).toEqual({ value: 'same', count: 500 });
});

test('stops when nobody wants the answer any more', async () => {
  const { isAnswered, rests } = await ranked('method', 100_000, () => 'same', 2);
  expect([isAnswered, rests]).toEqual([false, 2]);
});
