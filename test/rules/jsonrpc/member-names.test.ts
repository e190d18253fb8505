import { expect, test } from 'vitest';
import { repeatedKey } from '#core/rules/helpers/repeated-key.ts';
import { toPart } from '#core/wire/jsonrpc.ts';

const repeated = (text: string) => repeatedKey(text, [toPart(JSON.parse(text), () => text)]);

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1},"c":[{"b":1,"b":1}]}', 'b'],
  ['{"":1,"":2}', ''],
  [String.raw`{"a\"b":1,"a\"b":2}`, 'a"b'],
  [String.raw`{"a\\":1,"a\\":2}`, 'a\\'],
  [String.raw`{"é":1,"\u00e9":2}`, 'é'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"a" : 1 ,\t"a"\r: 2}', 'a'],
])('finds a repeated name in %s', (text, name) => {
  expect(repeated(text)).toBe(name);
});

test.each([
  '{}',
  '[]',
  '{"a":"\\"a\\":"}',
  '{"a":{"a":{"a":1}}}',
  '{"1":1,"01":2}',
  '["a","a"]',
  '{"a":":","b":"a"}',
  '{"__proto__":1}',
])('finds no repeated name in %s', (text) => {
  expect(repeated(text)).toBeUndefined();
});

test('does not check a value that is too deep', () => {
  const deep = `${'['.repeat(50_000)}{"a":1,"a":2}${']'.repeat(50_000)}`;
  expect(repeated(deep)).toBeUndefined();
});
