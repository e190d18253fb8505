import { describe, expect, test } from 'vitest';
import { createRowCache } from '../../../../inspector-ui/state/list/row-cache.ts';
import { row, rows } from '../../fakes.ts';

describe('the cache of rows', () => {
  test('returns the missing part of a range, from the first missing row to the last', () => {
    const cache = createRowCache(1000);
    cache.store(10, 10, rows(10, 20), cache.now());
    expect([cache.lacking(0, 30), cache.lacking(12, 18), cache.lacking(15, 25)]).toEqual([
      { from: 0, to: 30 },
      undefined,
      { from: 20, to: 25 },
    ]);
  });

  test('shows expired rows until they are fetched again', () => {
    const cache = createRowCache(1000);
    cache.store(0, 5, rows(0, 5), cache.now());
    cache.expire();
    expect([cache.rowAt(3)?.seq, cache.lacking(0, 5)]).toEqual([3, { from: 0, to: 5 }]);
  });

  test('treats a response as old as its request', () => {
    const cache = createRowCache(1000);
    const asked = cache.now();
    cache.expire();
    cache.store(0, 5, rows(0, 5), asked);
    expect(cache.lacking(0, 5)).toEqual({ from: 0, to: 5 });
  });

  test('does not ask for rows beyond the end of the list', () => {
    const cache = createRowCache(1000);
    cache.store(0, 10, rows(0, 4), cache.now());
    expect([cache.lacking(0, 10), cache.rowAt(7)]).toEqual([undefined, undefined]);
  });

  test('forgets the rows farthest from the last window', () => {
    const cache = createRowCache(20);
    cache.store(0, 10, rows(0, 10), cache.now());
    cache.store(500, 10, rows(500, 510), cache.now());
    cache.store(510, 10, rows(510, 520), cache.now());
    expect([cache.has(0), cache.has(500), cache.has(519)]).toEqual([false, true, true]);
  });

  test('finds the row of an entry at its current position', () => {
    const cache = createRowCache(1000);
    cache.store(3, 1, [row(40)], cache.now());
    expect([cache.placeOf(40), cache.rowOf(40)?.seq]).toEqual([3, 40]);
    cache.store(3, 1, [row(41)], cache.now());
    expect([cache.placeOf(40), cache.placeOf(41)]).toEqual([undefined, 3]);
  });
});
