import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../../judge-transcript.ts';

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
  expect(findingsIn(transcript)).toEqual(CUT);
});

const TWO_LINES = ['framing/line-is-json error agent', 'framing/line-is-json error agent'];

test.each([
  [
    'stands in place of a value',
    '{"jsonrpc":"2.0","method":"_tick","params":{"content":{"text":DEBUG tick',
    '"}}}}',
    'a line on stdout is not JSON: DEBUG is not a JSON value (character 63); is it a log line? Logs go to stderr',
  ],
  [
    'ends inside a name',
    '{"jsonrpc":"2.0","id[info] model call took 312ms',
    '":2,"result":{}}',
    'a line on stdout is not JSON: it ends inside a name, so other text was written inside this message; logs go to stderr',
  ],
])('reports both lines at once when text inside a message %s', (_name, first, second, message) => {
  const live = lines(first, second);
  expect(findingsIn(live)).toEqual(TWO_LINES);
  expect(findingsIn(`${live}\n< _tick {}\n${EXIT}`)).toEqual(TWO_LINES); // the same as when it has ended
  expect(judgeTranscript(catalogue, wholeExample(live)).findings[0]).toMatchObject({ message });
});

test('reports text inside an indented message at once', () => {
  const many = Array.from({ length: 200 }, (_, at) => `"word ${at}": "text",`);
  expect(findingsIn(lines('{', ...many, '[info] tick'))).toHaveLength(202);
});

test('judges the next message separately', () => {
  expect(findingsIn(`${lines('{"jsonrpc":"2.0",', '"method":"_tick"}')}\n< _tick {}\n< | noise`)).toEqual([
    ...CUT,
    'framing/line-is-json error agent',
  ]);
});

test('does not join lines across a gap or with a message', () => {
  const first = '< | {"jsonrpc":"2.0",';
  expect(findingsIn(`${first}\n= gap {"of":"agent","bytes":9}\n< | x\n< | "method":"_tick"}`)).toEqual([
    'framing/line-is-json error agent',
    'framing/line-is-json error agent',
  ]);
  expect(findingsIn(`${first}\n< _tick {}\n< | "method":"_tick"}`)).toEqual([
    'framing/line-is-json error agent',
    'framing/line-is-json error agent',
  ]);
});

test('reports an object that never closes line by line, and forgets it', () => {
  const endless = ['{', ...Array.from({ length: 1500 }, () => 'x')];
  expect(findingsIn(lines(...endless))).toHaveLength(1501);
});
