import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../../judge-transcript.ts';

/** The messages about a line of the agent. */
const told = (line: string) => {
  const { findings } = judgeTranscript(catalogue, wholeExample(`< | ${line}\n< _tick {}`));
  expect(findings.map(({ rule }) => rule)).toEqual(['framing/line-is-json']);
  return findings[0];
};

const UPDATE = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":';

describe('explains why a line is not JSON', () => {
  test.each([
    ['NaN', `${UPDATE}"usage_update","used":NaN,"size":10}}}`, ': NaN is not a JSON value (character 118)'],
    ['a trailing comma', '{"jsonrpc":"2.0","method":"_tick",}', ': a comma before } (character 35)'],
    [
      'two messages on one line',
      '{"jsonrpc":"2.0","method":"_tick"}{"jsonrpc":"2.0","method":"_tock"}',
      ': a second object follows on the same line (character 35)',
    ],
    ['a header', 'Content-Length: 34\\r', ': a header, as LSP has them; in ACP each line is a message'],
    [
      'a server-sent event',
      'data: {"jsonrpc":"2.0","method":"_tick"}',
      ': a server-sent event; in ACP each line is a bare message',
    ],
    ['colours', '\\x1b[32mready\\x1b[0m', ': it has the colour codes of a terminal'],
    [
      'text before the message',
      'debug {"jsonrpc":"2.0","method":"_tick"}',
      ': text stands before the message on its line',
    ],
    ['an object of JavaScript', '{ level: 1 }', ': the name level without quotes (character 3)'],
    ['a log line', 'warning: low disk', ''],
    ['a log line in brackets', '[info] ready', ''],
  ])('%s', (_what, line, why) => {
    expect(told(line)?.message).toBe(`a line on stdout is not JSON${why}`);
  });

  test('asks about a newline when the line breaks off', () => {
    const { findings } = judgeTranscript(
      catalogue,
      wholeExample('< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"one\n< _tick {}'),
    );
    expect(findings.map(({ message }) => message)).toEqual([
      'a line on stdout is not JSON: it ends inside a string; is a newline inside the message?',
    ]);
  });

  test('shows the fault, however far into the line it is', () => {
    expect(told(`${UPDATE}"notice","title":"${'x'.repeat(400)}","used":NaN}}}`)?.seen).toBe(
      `…${'x'.repeat(31)}","used":NaN}}}`,
    );
    expect(told('{"used":NaN}')?.seen).toBe('{"used":NaN}');
  });
});

test('does not report the blank line after a header', () => {
  expect(findingsIn('< | Content-Length: 34\\r\n< | \\r\n< _tick {}\n< |')).toEqual([
    'framing/line-is-json error agent',
    'framing/line-is-not-blank note agent',
  ]);
});
