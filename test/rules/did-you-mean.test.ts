import { assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, editDistance } from '#core/protocol/did-you-mean.ts';
import { excerpt } from '#core/rules/excerpt.ts';

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['prompt', 'promt', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 2],
])('from %j to %j it is %i edits', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

test('a limit changes nothing below it', () => {
  assert(
    property(string({ maxLength: 8 }), string({ maxLength: 8 }), integer({ min: 0, max: 9 }), (one, other, limit) => {
      expect(editDistance(one, other, limit)).toBe(Math.min(editDistance(one, other), limit));
    }),
  );
});

test('the nearest candidate wins, and two edits are the most', () => {
  expect(didYouMean('cat', ['cart', 'cut', 'dog'])).toBe('cart');
  expect(didYouMean('cats', ['dog', 'cost', 'cat'])).toBe('cat');
  expect(didYouMean('cat', ['horse', 'elephant'])).toBeUndefined();
});

test.each([
  ['  a\n\tb  ', 'a b'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  [`${'x'.repeat(78)}${' '.repeat(400)}y`, `${'x'.repeat(78)} …`],
])('the excerpt of %j is %j', (text, expected) => {
  expect(excerpt(text)).toBe(expected);
});
