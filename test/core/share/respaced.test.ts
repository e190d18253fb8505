import { assert, json, property } from 'fast-check';
import { expect, test } from 'vitest';
import { respaced } from '#core/share/respaced.ts';

test('JSON on lines is the same JSON, and so is what is in its strings', () => {
  assert(
    property(json(), (text) => {
      expect(JSON.parse(respaced(text))).toEqual(JSON.parse(text));
      expect(JSON.stringify(JSON.parse(respaced(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('names that come twice, their order, and the spelling of numbers and strings stay', () => {
  expect(respaced('{"b":1.0e2,"a":[],"b":"\\u0041 {","c":{}, "d":[1,-0]}\n')).toBe(
    '{\n  "b": 1.0e2,\n  "a": [],\n  "b": "\\u0041 {",\n  "c": {},\n  "d": [\n    1,\n    -0\n  ]\n}',
  );
});

test('what is no JSON comes back as it is', () => {
  expect(respaced('warning: {not json}\n')).toBe('warning: {not json}\n');
});

test('ten thousand levels make a text of some megabytes, not of a hundred', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  expect(respaced(deep).length).toBeLessThan(2_000_000);
  expect(respaced(deep).replaceAll(/\s/g, '')).toBe(deep);
});
