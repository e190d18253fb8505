import { expect, test } from 'vitest';
import { found } from '../../judge.ts';

const EXIT = '= exit {"code":0,"signal":null}';
const CUT = ['framing/message-is-on-one-line error agent'];
const lines = (...text: readonly string[]) => text.map((line) => `< | ${line}`).join('\n');

test.each([
  [
    'an indented message with lines that are JSON by themselves',
    lines('{', '"jsonrpc":"2.0",', '"method":"_tick",', '"params":[', '[', '1', '],', '{}', ']', '}'),
  ],
  ['blank lines in a text', lines('{"jsonrpc":"2.0","method":"_tick","params":{"text":"one', '', '  ', 'two"}}')],
  ['quotes and brackets in a text', lines('{"jsonrpc":"2.0","method":"_tick","params":{"text":"{[\\\\"', ']"}}')],
  [
    'a response, without a missing response elsewhere',
    `> 1 session/list {}\n${lines('{', '"jsonrpc": "2.0",', '"id": 1,', '"result": {"sessions":[]}', '}')}\n${EXIT}`,
  ],
  [
    'errors with which the client answers the lines',
    `${lines('{"jsonrpc":"2.0",', '"method":"_tick"}')}\n> null error {"code":-32700,"message":"Parse error"}\n> null error {"code":-32700,"message":"Parse error"}`,
  ],
])('reports once: %s', (_name, transcript) => {
  expect(found(transcript)).toEqual(CUT);
});

test('judges the next message separately', () => {
  expect(found(`${lines('{"jsonrpc":"2.0",', '"method":"_tick"}')}\n< _tick {}\n< | noise`)).toEqual([
    ...CUT,
    'framing/line-is-json error agent',
  ]);
});

test('does not join lines across a gap or with a message', () => {
  const first = '< | {"jsonrpc":"2.0",';
  expect(found(`${first}\n= gap {"of":"agent","bytes":9}\n< | x\n< | "method":"_tick"}`)).toEqual([
    'framing/line-is-json error agent',
    'framing/line-is-json error agent',
  ]);
  expect(found(`${first}\n< _tick {}\n< | "method":"_tick"}`)).toEqual([
    'framing/line-is-json error agent',
    'framing/line-is-json error agent',
  ]);
});

test('reports an object that never closes line by line, and forgets it', () => {
  const endless = ['{', ...Array.from({ length: 1500 }, () => 'x')];
  expect(found(lines(...endless))).toHaveLength(1501);
});
