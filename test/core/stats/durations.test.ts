import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createDurations } from '#core/stats/durations.ts';

const durations = array(integer({ min: 0, max: 3_600_000_000 }), { minLength: 1, maxLength: 300 });

test('percentiles are within 1 % of the true ones, count, sum and maximum exact', () => {
  assert(
    property(durations, (values) => {
      const of = createDurations();
      for (const [seq, value] of values.entries()) of.add(value, seq);
      const sorted = values.toSorted((a, b) => a - b);
      const summary = of.summary();
      for (const [share, found] of [
        [0.5, summary?.p50],
        [0.95, summary?.p95],
      ] as const) {
        const actual = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        expect(Math.abs((found ?? -1) - actual)).toBeLessThanOrEqual(Math.max(1, actual * 0.0101));
      }
      expect(summary).toMatchObject({
        count: values.length,
        total: values.reduce((sum, value) => sum + value, 0),
        max: sorted.at(-1),
        slowest: values.indexOf(sorted.at(-1) ?? 0),
      });
    }),
  );
});

test('nothing has no percentiles', () => {
  expect(createDurations().summary()).toBeNull();
});
