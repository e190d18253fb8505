import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createOrderedSet } from '#core/trace/ordered-set.ts';

test('returns the newest of the remaining items, after any additions and removals', () => {
  const steps = array(constantFrom('add', 'delete first', 'delete last', 'ask'), { maxLength: 300 });
  assert(
    property(steps, (all) => {
      const kept = createOrderedSet<number>();
      const expected: number[] = [];
      for (const [thing, verb] of all.entries()) {
        if (verb === 'add') {
          kept.add(thing);
          expected.push(thing);
        }
        const gone = verb === 'delete first' ? expected.shift() : verb === 'delete last' ? expected.pop() : undefined;
        if (gone !== undefined) kept.delete(gone);
        expect([kept.has(thing), kept.has(gone ?? -1)]).toEqual([verb === 'add', false]);
        expect(verb === 'ask' ? kept.newest() : kept.size()).toBe(verb === 'ask' ? expected.at(-1) : expected.length);
      }
      expect(kept.newest()).toBe(expected.at(-1));
    }),
  );
});

test('returns the oldest item after many newer ones were removed', () => {
  const kept = createOrderedSet<number>();
  for (let thing = 0; thing < 100; thing++) {
    kept.add(thing);
    if (thing > 0) kept.delete(thing);
  }
  expect(kept.newest()).toBe(0);
});
