import { describe, expect, test } from 'vitest';
import { createCache } from '#core/cache.ts';

describe('a cache', () => {
  test('keeps the items that were used last, not those that were added last', () => {
    const cache = createCache<string, number>(2);
    cache.set('one', 1);
    cache.set('two', 2);
    cache.get('one');
    cache.set('three', 3);
    expect(['one', 'two', 'three'].map(cache.get)).toEqual([1, undefined, 3]);
  });

  test('forgets values that have grown beyond its size, and always keeps the latest', () => {
    const cache = createCache<string, number[]>(9, { maxBytes: 3, bytesOf: (value) => value.length });
    const grown = cache.getOrMake('one', () => [1]);
    cache.getOrMake('two', () => [1]);
    grown.push(2, 3);
    expect(cache.getOrMake('one', () => [])).toBe(grown);
    expect(cache.get('two')).toBeUndefined();
    expect(cache.getOrMake('large', () => [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(cache.get('one')).toBeUndefined();
    expect(cache.get('large')).toHaveLength(4);
  });

  test('deletes a value only while it has its key', () => {
    const cache = createCache<string, object>(2);
    const [old, now] = [{}, {}];
    cache.set('one', old);
    cache.set('one', now);
    cache.deleteValue('one', old);
    expect(cache.get('one')).toBe(now);
    cache.deleteValue('one', now);
    expect(cache.get('one')).toBeUndefined();
  });
});
