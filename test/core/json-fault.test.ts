import { assert, json, nat, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from '#core/json/json-fault.ts';
import { rounds } from '../support/effort.ts';

describe('the first JSON fault has its position and reason', () => {
  test.each([
    ['{"used":NaN}', 8, 'NaN is not a JSON value'],
    ['{"a":1,}', 7, 'a comma before }'],
    ['[1,]', 3, 'a comma before ]'],
    ['{"a":1}{"b":2}', 7, 'a second object follows on the same line'],
    ['{"a":1} done', 8, 'more follows on the same line'],
    ['{a:1}', 1, 'the name a without quotes'],
    ["{'a':1}", 1, 'a name in single quotes'],
    ['{"a":\'b\'}', 5, 'a text in single quotes'],
    ['{"a" 1}', 5, 'no colon after a name'],
    ['{"a":1 "b":2}', 7, 'no comma or } after a value'],
    ['{"a":"x\ty"}', 7, 'a control character in a string'],
    ['{"a":"\\x41"}', 7, 'a backslash before what needs none'],
    ['{"a":"\\u00g0"}', 10, 'a \\u without four hexadecimal digits'],
    ['{"a":,}', 5, '"," in place of a value'],
    ['{,}', 1, '"," in place of a name'],
    ['{"a":01}', 6, 'no comma or } after a value'],
    ['\u{feff}{"a":True}', 6, 'True is not a JSON value'],
  ])('%s', (text, at, what) => {
    expect(findJsonFault(text)).toEqual({ at, what, isEnd: false });
  });

  test.each([
    ['{"a":"one\n', 'it ends inside a string'],
    ['{"a":1,"na\n', 'it ends inside a name'],
    ['{"a":"one\\', 'it ends inside a string'],
    ['{"a":"\\u00', 'it ends inside a string'],
    ['{"a":[1,2\n', 'it ends before the ] that is missing'],
    ['{"a":tru', 'it ends before the } that is missing'],
    ['{"a":-', 'it ends before the } that is missing'],
    ['{"a":1.', 'it ends before the } that is missing'],
    ['', 'it ends before a value'],
  ])('%j is an incomplete beginning', (text, what) => {
    expect(findJsonFault(text)).toMatchObject({ what, isEnd: true });
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const garbled = tuple(json(), nat(), string({ maxLength: 3 }), nat(4)).map(([text, seed, more, gone]) => {
  const at = seed % (text.length + 1);
  return `${text.slice(0, at)}${more}${text.slice(at + gone)}`;
});

test('finds a fault exactly where JSON.parse fails', () => {
  assert(
    property(garbled, (text) => {
      expect(findJsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: rounds(700, 5000) },
  );
});

test('text before a fault can still become JSON', () => {
  assert(
    property(garbled, (text) => {
      const fault = findJsonFault(text);
      if (!fault || fault.isEnd) return;
      expect(findJsonFault(text.slice(0, fault.at))?.isEnd ?? true).toBe(true);
    }),
    { numRuns: rounds(700, 5000) },
  );
});

test('finds faults at any depth and length', () => {
  expect(findJsonFault('['.repeat(1e6))).toMatchObject({ at: 1e6, isEnd: true });
  expect(findJsonFault(`"${'x'.repeat(1e7)}`)).toMatchObject({ isEnd: true });
});
