import { expect, test } from 'vitest';
import { changeBetween } from '#core/fold/frame-change.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';

const between = (received: string, delivered: string) => changeBetween(encodeUtf8(received), encodeUtf8(delivered));

test('names the first changed value of a frame, and counts the others', () => {
  expect(between('{"params":{"id":"allow_once","a":1,"b":2}}\n', '{"params":{"id":"reject","a":2,"c":2}}\n')).toEqual({
    pointer: '/params/id',
    received: '"allow_once"',
    delivered: '"reject"',
    more: 3,
  });
});

test('has no value where one was added or removed', () => {
  expect(between('{"a":{}}', '{"a":{"servers":[]}}')).toEqual({
    pointer: '/a/servers',
    received: null,
    delivered: '[]',
    more: 0,
  });
  expect(between('{"a":[1]}', '{}')).toMatchObject({ received: '[1]', delivered: null });
});

test('begins long texts that begin alike just before they differ', () => {
  const path = (name: string) => JSON.stringify({ path: `/a/long/folder/${name}` });
  expect(between(path('a.txt'), path('b.txt'))).toMatchObject({
    received: '…"der/a.txt"',
    delivered: '…"der/b.txt"',
  });
});

test('compares frames that are not JSON as text, and names no change of spelling or of a large frame', () => {
  expect(between('{"a":1}\n', '{"a":1\n')).toMatchObject({ pointer: '', received: String.raw`"{\"a\":1}\n"` });
  expect(between('{"a":1}\n', '{ "a": 1 }\r\n')).toBeUndefined();
  const large = (end: string) => JSON.stringify('x'.repeat(40_000) + end);
  expect(between(large('a'), large('b'))).toBeUndefined();
});
