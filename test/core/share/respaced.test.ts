import { assert, json, property } from 'fast-check';
import { expect, test } from 'vitest';
import { respaceJson } from '#core/share/respace-json.ts';

test('indents JSON without changing its values, also in its strings', () => {
  assert(
    property(json(), (text) => {
      expect(JSON.parse(respaceJson(text))).toEqual(JSON.parse(text));
      expect(JSON.stringify(JSON.parse(respaceJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('keeps repeated names, their order, and the spelling of numbers and strings', () => {
  expect(respaceJson('{"b":1.0e2,"a":[],"b":"\\u0041 {","c":{}, "d":[1,-0]}\n')).toBe(
    '{\n  "b": 1.0e2,\n  "a": [],\n  "b": "\\u0041 {",\n  "c": {},\n  "d": [\n    1,\n    -0\n  ]\n}',
  );
});

test('returns text that is not JSON unchanged', () => {
  expect(respaceJson('warning: {not json}\n')).toBe('warning: {not json}\n');
});

test('makes ten thousand levels some megabytes long, not a hundred', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  expect(respaceJson(deep).length).toBeLessThan(2_000_000);
  expect(respaceJson(deep).replaceAll(/\s/g, '')).toBe(deep);
});
