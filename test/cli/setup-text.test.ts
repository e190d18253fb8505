import { expect, test } from 'vitest';
import { renderDifference, shellWord } from '../../proxy/cli/render/setup.ts';

test.each([
  ['a\nb\nc\nd\n', 'a\nb\nC\nd\n', '  line 2:\n    b\n  - c\n  + C\n    d\n'],
  ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', '  line 2:\n    b\n  + c\n'],
  ['a\nb\nb\n', 'a\nb\n', '  line 2:\n    b\n  - b\n'],
  ['{}', '[]', '  line 1:\n  - {}\n  + []\n'],
  ['a\n\tb\u001B[2J\n', 'a\n', '  line 1:\n    a\n  -     b\\x1b[2J\n'],
])('the difference of %j and %j', (before, after, text) => {
  expect(renderDifference(before, after)).toBe(text);
});

test.each([
  ['Gemini', 'Gemini'],
  ['Open Hands', "'Open Hands'"],
  ["it's", String.raw`'it'\''s'`],
  ['', "''"],
])('%j is %s in a shell', (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
});
