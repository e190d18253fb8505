import { expect, test } from 'vitest';
import { isJson, parseJson } from '#core/json/parse-json.ts';

test('a text that is not JSON has no value', () => {
  expect(['{"a":[1]}', ' null ', '', '{"a":', 'undefined'].map(parseJson)).toEqual([
    { a: [1] },
    null,
    undefined,
    undefined,
    undefined,
  ]);
});

test('any JSON value is JSON', () => {
  expect(['{}', 'null', 'false', '0', '""', '', '{', "{'a':1}"].map(isJson)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    ...Array.from({ length: 3 }, () => false),
  ]);
});
