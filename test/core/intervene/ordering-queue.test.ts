import { array, assert, constantFrom, nat, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import type { Timing } from '#core/intervene/plan.ts';

const timings = constantFrom<Timing>({}, {}, { delay: 5 }, { coalesce: 9 }, { bytesPerSecond: 1000 });

test('items leave once, in the order in which they came, and none before its time', () => {
  assert(
    property(array(tuple(timings, nat(4), nat(20)), { maxLength: 60 }), (pushes) => {
      const queue = createOrderingQueue<{ readonly number: number; readonly earliest: number }>();
      const left: number[] = [];
      let now = 0;
      const take = () => {
        for (const { number, earliest } of queue.take(now)) {
          expect(now).toBeGreaterThanOrEqual(earliest);
          left.push(number);
        }
      };
      for (const [number, [timing, pause, bytes]] of pushes.entries()) {
        queue.push({ number, earliest: now + (timing.delay ?? 0) }, bytes, timing, now);
        now += pause;
        take();
      }
      for (let next = queue.nextAt(); next !== undefined; next = queue.nextAt()) {
        now = Math.max(now, next);
        take();
      }
      expect(left).toEqual(pushes.map((_, number) => number));
      expect({ isEmpty: queue.isEmpty(), size: queue.size() }).toEqual({ isEmpty: true, size: 0 });
    }),
  );
});

test('shuffled items leave when another one comes, when time is up, or at the end', () => {
  const queue = createOrderingQueue<string>();
  const reorder = (key: number): Timing => ({ reorder: { window: 5, key } });
  queue.push('a', 1, reorder(0.9), 0);
  queue.push('b', 1, reorder(0.1), 0);
  expect(queue.take(0)).toEqual([]);
  queue.push('c', 1, {}, 0);
  expect(queue.take(0)).toEqual(['b', 'a', 'c']);
  queue.push('d', 1, reorder(0.5), 0);
  expect(queue.nextAt()).toBe(1000);
  expect(queue.take(1000)).toEqual(['d']);
  queue.push('e', 1, reorder(0.5), 1000);
  queue.end();
  expect(queue.take(1000)).toEqual(['e']);
});

test('a held item and all behind it leave when its hold has ended', () => {
  const queue = createOrderingQueue<string>();
  const held = new Set(['a', 'c']);
  for (const item of ['a', 'b', 'c', 'd']) queue.push(item, 1, { isHeld: () => held.has(item) }, 0);
  expect(queue.take(5)).toEqual([]);
  expect(queue.nextAt()).toBeUndefined();
  held.delete('c');
  expect(queue.take(5)).toEqual([]);
  held.add('c').delete('a');
  expect(queue.take(5)).toEqual(['a', 'b']);
  expect(queue.size()).toBe(2);
  held.clear();
  expect(queue.take(5)).toEqual(['c', 'd']);
});
