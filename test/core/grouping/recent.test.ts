import { expect, test } from 'vitest';
import { createLruMap } from '#core/grouping/lru-map.ts';

test('keeps the items that were used last, not those that were added last', () => {
  const recent = createLruMap<string, number>(2);
  recent.set('one', 1);
  recent.set('two', 2);
  recent.get('one');
  recent.set('three', 3);
  expect(['one', 'two', 'three'].map(recent.get)).toEqual([1, undefined, 3]);
});
