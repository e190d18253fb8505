import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createHistogram } from '#core/grouping/histogram.ts';

const passed = array(record({ at: nat(10 ** 10), source: constantFrom('client', 'agent', 'stderr') }), {
  minLength: 1,
  maxLength: 50,
});

test('counts every entry once, in the bucket of its time, in no more buckets than requested', () => {
  assert(
    property(passed, integer({ min: 1, max: 1000 }), (entries, most) => {
      const histogram = createHistogram();
      entries.forEach(({ at, source }, seq) => histogram.add(at, source, 1, seq));
      const { width, buckets } = histogram.within(most);
      expect(buckets.length).toBeLessThanOrEqual(most);
      const counted = new Map<number, { n: number; seq: number; client: number; agent: number; stderr: number }>();
      entries.forEach(({ at, source }, seq) => {
        const n = Math.floor(at / width);
        const bucket = counted.get(n) ?? { n, seq, client: 0, agent: 0, stderr: 0 };
        bucket[source] += 1;
        counted.set(n, bucket);
      });
      const expected = [...counted.values()].toSorted((one, other) => one.n - other.n);
      expect(buckets).toEqual(expected.map((bucket) => ({ ...bucket, worst: null })));
    }),
  );
});

test('a bucket has the worst grade of its findings', () => {
  const histogram = createHistogram();
  histogram.grade(500, 'note', 0);
  histogram.grade(400, 'error', 1);
  histogram.grade(600, 'warning', 2);
  histogram.grade(1500, 'note', 3);
  expect(histogram.within(10).buckets.map(({ worst }) => worst)).toEqual(['error', 'note']);
  expect(histogram.within(1).buckets.map(({ worst }) => worst)).toEqual(['error']);
});

test('an empty recording has no buckets', () => {
  expect(createHistogram().within(600).buckets).toEqual([]);
});

test('a silence takes no buckets and does not make the rest coarse', () => {
  const histogram = createHistogram();
  const night = 12 * 3600 * 1_000_000;
  for (let n = 0; n < 2000; n++) histogram.add(n < 1000 ? n * 1000 : night + n * 1000, 'agent', 1, n);
  expect(histogram.within(2048)).toMatchObject({ width: 1000, buckets: { length: 2000 } });
});

test('continues from the stored histogram', () => {
  const [whole, first] = [createHistogram(), createHistogram()];
  for (let n = 0; n < 3000; n++) {
    whole.add(n * 1500, 'client', 1, n);
    if (n < 2500) first.add(n * 1500, 'client', 1, n);
  }
  const second = createHistogram(first.traffic(2500));
  for (let n = 2500; n < 3000; n++) second.add(n * 1500, 'client', 1, n);
  expect(second.within(600)).toEqual(whole.within(600));
});
