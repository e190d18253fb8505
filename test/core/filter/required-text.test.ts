import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase, requiredByRegex, type RequiredText } from '#core/filter/required-text.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';
import { rounds } from '../../support/effort.ts';

const holds = (text: string, required: RequiredText): boolean => {
  if (required.kind === 'text') return text.includes(required.text);
  return required.kind === 'all'
    ? required.of.every((part) => holds(text, part))
    : required.of.some((part) => holds(text, part));
};

/** The texts that are required in any case. */
const texts = (required: RequiredText): readonly string[] => {
  if (required.kind === 'text') return [required.text];
  return required.kind === 'all' ? required.of.flatMap(texts) : [];
};

test.each([
  ['not found', ['not found']],
  ['Not.*Found', ['not', 'found']],
  ['error \\d+: (?:read|open) failed', ['error ', ': ', ' failed']],
  ['colou?r', ['colo', 'r']],
  ['(ab)+c', ['ab', 'c']],
  ['ab{2,3}c', ['ab', 'c']],
  ['ab{0,3}c', ['a', 'c']],
  ['ab*c', ['a', 'c']],
  ['a\\.b\\/c', ['a.b/c']],
  ['^[^"\\]]+end$', ['end']],
  ['(?<name>key)=', ['key', '=']],
  ['one|two', []],
  ['naïve', ['na', 've']],
  ['(?i)Key', []],
  ['[[:alpha:]]x', []],
  ['\\x41b', []],
  ['\\Qa.b\\E', []],
  ['a(?=b)', []],
])('/%s/ requires %j', (source, expected) => {
  expect(texts(requiredByRegex(source))).toEqual(expected);
});

test('one of several alternatives is required', () => {
  const required = requiredByRegex('x (one|two) y');
  expect(['x one y', 'x two y', 'x three y'].map((text) => holds(text, required))).toEqual([true, true, false]);
});

test('a text that matches has what the regex requires, in any case', () => {
  const pieces = ['a', 'k', 'S', 'İ', 'ſ', 'é', '.', '\\.', '(', '(?:', ')', '|', '*', '+?', '?', '{0,2}', '{2}', '[aK]', '[^s]', '\\s', '\\n', '^', '$']; // prettier-ignore
  const letters = ['a', 'A', 'k', '\u212a', 's', 'ſ', 'S', 'İ', 'é', '.', '\n', 'i'];
  let matched = 0;
  assert(
    property(
      array(constantFrom(...pieces), { minLength: 1, maxLength: 7 }),
      array(array(constantFrom(...letters), { maxLength: 8 }), { minLength: 20, maxLength: 20 }),
      constantFrom('', 'i', 'is'),
      (source, drawn, flags) => {
        const required = requiredByRegex(source.join(''));
        for (const text of drawn.map((each) => each.join(''))) {
          let matches: boolean;
          try {
            matches = compileRegex(source.join(''), flags)(text);
          } catch {
            return; // no regex
          }
          if (!matches) continue;
          matched += 1;
          expect(holds(foldCase(text), required)).toBe(true);
        }
      },
    ),
    { numRuns: rounds(150, 3000) },
  );
  expect(matched).toBeGreaterThan(100);
});
