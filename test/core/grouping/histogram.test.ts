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
      for (const { at, source } of entries) histogram.add(at, source, 1);
      const { width, buckets } = histogram.within(most);
      expect(buckets.length).toBeLessThanOrEqual(most);
      const counted = buckets.map(() => ({ client: 0, agent: 0, stderr: 0, worst: null }));
      for (const { at, source } of entries) {
        const bucket = counted[Math.floor(at / width)];
        if (bucket) bucket[source] += 1;
      }
      expect(buckets).toEqual(counted);
      expect(counted.reduce((sum, { client, agent, stderr }) => sum + client + agent + stderr, 0)).toBe(entries.length);
    }),
  );
});

test('a bucket has the worst grade of its findings', () => {
  const histogram = createHistogram();
  histogram.grade(500, 'note');
  histogram.grade(400, 'error');
  histogram.grade(600, 'warning');
  histogram.grade(1500, 'note');
  expect(histogram.within(10).buckets.map(({ worst }) => worst)).toEqual(['error', 'note']);
  expect(histogram.within(1).buckets.map(({ worst }) => worst)).toEqual(['error']);
});

test('an empty recording has no buckets', () => {
  expect(createHistogram().within(600).buckets).toEqual([]);
});
