import { expect, test } from 'vitest';
import { CHUNK, createRowCache } from '../../inspector-ui/state/row-cache.ts';
import { rows } from './fakes.ts';

test('the cache forgets the chunk that was wanted longest ago', () => {
  const cache = createRowCache(2);
  cache.store(0, rows(0, CHUNK));
  cache.store(1, rows(CHUNK, 2 * CHUNK));
  cache.touch(0);
  cache.store(2, rows(2 * CHUNK, 3 * CHUNK));
  expect([cache.rowAt(0)?.seq, cache.rowAt(CHUNK)?.seq, cache.rowAt(2 * CHUNK)?.seq]).toEqual([
    0,
    undefined,
    2 * CHUNK,
  ]);
});

test('live rows that leave a gap are not held, and the chunk counts as lacking', () => {
  const cache = createRowCache(4);
  cache.store(0, rows(0, 5));
  cache.append(rows(7, 9));
  expect([cache.rowAt(7), cache.lacks(0, 9)]).toEqual([undefined, true]);
});

test('live rows that came while their chunk was fetched stay behind the fetched ones', () => {
  const cache = createRowCache(4);
  cache.store(0, rows(0, 5));
  cache.append(rows(5, 8));
  cache.store(0, rows(0, 6));
  expect([cache.rowAt(7)?.seq, cache.lacks(0, 8)]).toEqual([7, false]);
});

test('an expired chunk is still shown', () => {
  const cache = createRowCache(4);
  cache.store(0, rows(0, 5));
  cache.expire();
  expect([cache.rowAt(4)?.seq, cache.lacks(0, 5)]).toEqual([4, true]);
});
