import { describe, expect, test } from 'vitest';
import { addNewest, setNewest } from '#core/set-newest.ts';

describe('a map or set with a limit', () => {
  test('forgets the key that was set longest ago', () => {
    const map = new Map<string, number>();
    expect(['a', 'b', 'a', 'c'].map((key, index) => setNewest(map, key, index, 2))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([...map]).toEqual([
      ['a', 2],
      ['c', 3],
    ]);
  });

  test('forgets the item that was added longest ago', () => {
    const set = new Set<string>();
    expect(['a', 'b', 'a', 'c'].map((key) => addNewest(set, key, 2))).toEqual([false, false, false, true]);
    expect([...set]).toEqual(['a', 'c']);
  });
});
