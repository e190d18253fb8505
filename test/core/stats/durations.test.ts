import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createDurations } from '#core/stats/durations.ts';

const samples = array(integer({ min: 0, max: 3_600_000_000 }), { minLength: 1, maxLength: 600 });

test('percentiles have the nearest rank, within 1 % for many durations; count, sum and maximum are exact', () => {
  assert(
    property(samples, (values) => {
      const of = createDurations();
      for (const [seq, value] of values.entries()) of.add(value, seq);
      const sorted = values.toSorted((a, b) => a - b);
      const summary = of.summary();
      for (const [share, found] of [
        [0.5, summary?.p50],
        [0.95, summary?.p95],
      ] as const) {
        const actual = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const tolerance = values.length <= 256 ? 0 : Math.max(1, actual * 0.0101);
        expect(Math.abs((found ?? -1) - actual)).toBeLessThanOrEqual(tolerance);
      }
      expect(summary).toMatchObject({
        count: values.length,
        total: values.reduce((sum, value) => sum + value, 0),
        max: sorted.at(-1),
        slowest: values.indexOf(sorted.at(-1) ?? 0),
      });
      let longer = -1;
      for (const { upTo, count } of summary?.spread ?? []) {
        expect(count).toBe(values.filter((value) => value > longer && value <= upTo).length);
        longer = upTo;
      }
      expect(summary?.spread.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
    }),
  );
});

test('percentiles of a few durations are durations that occurred', () => {
  const durations = createDurations();
  for (const [seq, duration] of [1_491_234, 1_262_345].entries()) durations.add(duration, seq);
  expect(durations.summary()).toMatchObject({ p50: 1_262_345, p95: 1_491_234 });
});

test('no durations have no percentiles', () => {
  expect(createDurations().summary()).toBeNull();
});

test('the distribution has steps of 1, 2 and 5', () => {
  const durations = createDurations();
  for (const [seq, duration] of [0, 10, 11, 20, 21, 51, 60, 5_000_001].entries()) durations.add(duration, seq);
  expect(durations.summary()?.spread.map(({ upTo, count }) => [upTo, count])).toEqual([
    [10, 2],
    [20, 2],
    [50, 1],
    [100, 2],
    [10_000_000, 1],
  ]);
});
