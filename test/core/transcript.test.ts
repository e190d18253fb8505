import { assert, constantFrom, json, oneof, property, tuple, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import { rounds } from '../support/effort.ts';

const textOf = (entry: Entry | undefined) => {
  if (!entry || entry.kind === 'event') throw new Error('no bytes');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
};

const frame = (bytes: Uint8Array): Entry => ({
  kind: 'frame',
  seq: seqOf(0),
  elapsed: elapsedUs(1000),
  from: 'agent',
  bytes,
});

describe('a line', () => {
  test.each([
    [
      '> 1 session/prompt {"sessionId":"s"}',
      '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s"}}\n',
    ],
    ['< session/update {"sessionId":"s"}', '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s"}}\n'],
    ['> "a b" _x', '{"jsonrpc":"2.0","id":"a b","method":"_x"}\n'],
    ['> null _x []', '{"jsonrpc":"2.0","id":null,"method":"_x","params":[]}\n'],
    [
      '> 9007199254740993 _x { "a" : 1.0 }',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"_x","params":{ "a" : 1.0 }}\n',
    ],
    ['< 1 ok', '{"jsonrpc":"2.0","id":1,"result":null}\n'],
    ['< 1 ok {"a":1}', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}\n'],
    ['> 7 error {"code":-32601,"message":"no"}', '{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}\n'],
    ['< | npm warn', 'npm warn\n'],
    ['< |', '\n'],
    ['< \\| {"half', '{"half'],
    ['< | a\\rb\\nc\\\\d\\x41', 'a\rb\nc\\dA\n'],
    ['< | {"text":"\\"\\\\u0041"}', '{"text":"\\"\\u0041"}\n'], // an unknown escape stands for itself
    ['< | ab\\{3}c', 'abbbc\n'],
    ['! warning: \\r', 'warning: \r\n'],
  ])('%s', (line, text) => {
    expect(textOf(parseTranscript(line)[0])).toBe(text);
  });

  test('of an event has its members', () => {
    expect(parseTranscript('= exit {"code":0,"signal":null}')).toMatchObject([
      { kind: 'event', event: { event: 'exit', code: 0, signal: null } },
    ]);
    expect(parseTranscript('= interrupted')).toMatchObject([{ event: { event: 'interrupted' } }]);
  });

  test.each([
    ['session/prompt {}', 'not a transcript line: session/prompt {}'],
    ['> ', 'not a transcript line: > '],
    ['? 1 x', 'not a transcript line: ? 1 x'],
    ['> 1 session/prompt {"sessionId":', 'JSON'],
  ])('%j is refused', (line, message) => {
    expect(() => parseTranscript(line)).toThrow(message);
  });
});

test('numbers entries, a millisecond apart, or at the given time', () => {
  const entries = parseTranscript(`
    # a comment
    > 1 _a
    @1500 < 1 ok

    = exit {"code":0,"signal":null}
  `);
  expect(entries.map(({ seq, elapsed }) => [seq, elapsed])).toEqual([
    [0, 1000],
    [1, 1500],
    [2, 2500],
  ]);
});

test('parses rendered text to the same entries', () => {
  const transcript = [
    '> 1 session/prompt {"sessionId":"s"}',
    '< session/update {"sessionId":"s"}',
    '< "1" ok {"stopReason":"end_turn"}',
    '> 9007199254740993 _x',
    '< null error {"code":-32700,"message":"Parse error"}',
    '< | npm warn \\x41\\\\n'.replace('\\x41', 'A'),
    '< \\| {"jsonrpc":"2.0","meth',
    '< \\| {"jsonrpc":"2.0","method":"_tick"}',
    '< | {"jsonrpc":"2.0","id":1,"method":"ok"}',
    '< | caf\\xe9',
    '! warning: C:\\\\new\\r',
    '= exit {"code":0,"signal":null}',
    '= interrupted',
  ].join('\n');
  expect(renderTranscript(parseTranscript(transcript))).toBe(transcript);
});

test('keeps all bytes of frames that are not plain messages', () => {
  const pieces = constantFrom('\\', 'n', '\n', '\r', '{', '}', '|', ' ', '"', 'é', '\u{feff}', '\\x41', '\\{3}', '=');
  const texts = tuple(pieces, pieces, pieces, pieces, pieces).map((parts) => encodeUtf8(parts.join('')));
  assert(
    property(oneof(uint8Array({ minLength: 1 }), texts), (bytes) => {
      const line = renderTranscript([frame(bytes)]);
      if (line.includes('\n')) throw new Error(`more than a line: ${line}`);
      expect(parseTranscript(line)).toEqual([frame(bytes)]);
    }),
    { numRuns: rounds(300, 1000) },
  );
});

test('reads a rendered message as the same message', () => {
  const methods = constantFrom(
    'session/prompt',
    '_x',
    '$/cancel_request',
    'ok',
    'error',
    'null',
    '1',
    '"1"',
    '',
    'a b',
    '|',
    'é',
    '\n',
  );
  const ids = constantFrom(
    '',
    '"id":1,',
    '"id":"1",',
    '"id":null,',
    '"id":1.5,',
    '"id":9007199254740993,',
    '"id":"\\"\\\\ \\n",',
  );
  assert(
    property(ids, methods, json(), constantFrom('params', 'result', 'error'), (id, method, value, member) => {
      const call = `{"jsonrpc":"2.0",${id}"method":${JSON.stringify(method)},"params":${value}}\n`;
      const text = member === 'params' ? call : `{"jsonrpc":"2.0",${id}"${member}":${value}}\n`;
      const original = decodeFrame(encodeUtf8(text));
      const [again] = parseTranscript(renderTranscript([frame(encodeUtf8(text))]));
      const read = decodeFrame(again?.kind === 'frame' ? again.bytes : new Uint8Array());
      expect({ ...read, text: '' }).toEqual({ ...original, text: '' });
    }),
    { numRuns: rounds(300, 1000) },
  );
});
