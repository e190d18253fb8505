import { expect, test } from 'vitest';
import { beginning, cut, cutAfter } from '#core/text/cut.ts';

test('a cut text has at most so many characters with its ellipsis', () => {
  expect(cut('12345', 5)).toBe('12345');
  expect(cut('123456', 5)).toBe('1234…');
  expect(cut('123456')).toBe('123456');
});

test('a text cut after some characters keeps all of them', () => {
  expect(cutAfter('12345', 5)).toBe('12345');
  expect(cutAfter('123456', 5)).toBe('12345…');
});

test('no cut splits a surrogate pair', () => {
  expect(cut('12😀45', 4)).toBe('12…');
  expect(cutAfter('12😀45', 3)).toBe('12…');
  expect(beginning('12😀45', 4)).toBe('12😀');
  expect(beginning('12😀', 4)).toBe('12😀');
});
