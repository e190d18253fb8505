import { expect, test } from 'vitest';
import { excerpt } from '#core/text/excerpt.ts';

test.each([
  ['  a\n\tb  ', 'a b'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  [`${'x'.repeat(78)}${' '.repeat(400)}y`, `${'x'.repeat(78)} …`],
])('the excerpt of %j is %j', (text, expected) => {
  expect(excerpt(text)).toBe(expected);
});
