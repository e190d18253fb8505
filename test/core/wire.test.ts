import { array, assert, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject } from '#core/json/json.ts';
import { concat, encodeUtf8, fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { lastMember } from '#core/wire/request-id.ts';
import { wideEncoding } from '#core/wire/wide-encoding.ts';

const LF = 0x0a;

/** Bytes with many line feeds in them. */
const bytesWithLines = uint8Array({ max: 12, maxLength: 60 });

function split(chunks: readonly Uint8Array[]): Uint8Array[] {
  const splitter = createFrameSplitter();
  const frames = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.flush();
  return rest ? [...frames, rest] : frames;
}

describe('frames', () => {
  test('join to the input, for any chunks', () => {
    assert(
      property(array(bytesWithLines), (chunks) => {
        expect(concat(split(chunks))).toEqual(concat(chunks));
      }),
    );
  });

  test('have their only LF at the end; only the last frame may lack it', () => {
    assert(
      property(array(bytesWithLines), (chunks) => {
        const frames = split(chunks);
        for (const frame of frames.slice(0, -1)) expect(frame.indexOf(LF)).toBe(frame.length - 1);
        for (const last of frames.slice(-1)) expect([-1, last.length - 1]).toContain(last.indexOf(LF));
        expect(frames.map(({ length }) => length)).not.toContain(0);
      }),
    );
  });

  test('are the same for any chunks', () => {
    assert(
      property(array(bytesWithLines), (chunks) => {
        expect(split(chunks)).toEqual(split([concat(chunks)]));
      }),
    );
  });

  test('do not end at a CR', () => {
    expect(split([encodeUtf8('a\rb\r\nc')])).toEqual([encodeUtf8('a\rb\r\n'), encodeUtf8('c')]);
  });

  test('are held back until they end', () => {
    const splitter = createFrameSplitter();
    expect([...splitter.push(encodeUtf8('one\ntw'))]).toEqual([encodeUtf8('one\n')]);
    expect([...splitter.push(encodeUtf8('o\n'))]).toEqual([encodeUtf8('two\n')]);
    expect(splitter.flush()).toBeUndefined();
  });
});

describe('decoding', () => {
  test.each([
    ['nothing but the line end', '\n', 'blank'],
    ['white space', ' \t\r\n', 'blank'],
    ['a byte order mark alone', '\u{feff}\n', 'blank'],
    ['a message', '{"jsonrpc":"2.0","method":"_a"}\n', 'json'],
    ['a message with CRLF', '{"jsonrpc":"2.0","method":"_a"}\r\n', 'json'],
    ['a message behind a byte order mark', '\u{feff}{"jsonrpc":"2.0","method":"_a"}\n', 'json'],
    ['a message without its line end', '{"jsonrpc":"2.0","method":"_a"}', 'json'],
    ['text', 'npm warn\n', 'not-json'],
    ['half a message', '{"jsonrpc":"2.0",\n', 'not-json'],
    ['two messages', '{} {}\n', 'not-json'],
    ['a byte order mark inside', '{}\u{feff}\n', 'not-json'],
    ['a number', '1\n', 'json'],
  ])('%s', (_name, text, kind) => {
    expect(decodeFrame(encodeUtf8(text))).toMatchObject({ kind, text });
  });

  test.each([
    ['Latin-1', [0x22, 0xe9, 0x22, LF]],
    ['half a character', [0x22, 0xc3]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ])('%s is not UTF-8', (_name, bytes) => {
    expect(decodeFrame(Uint8Array.from(bytes))).toEqual({ kind: 'not-utf8' });
  });

  test('returns a result for any bytes', () => {
    assert(
      property(uint8Array(), (bytes) => {
        expect(decodeFrame(bytes).kind).toBeTypeOf('string');
      }),
    );
  });

  test('an array is a batch of parts, even if empty', () => {
    const batch = decodeFrame(encodeUtf8('[{"jsonrpc":"2.0","id":1,"method":"_a"},7]'));
    expect(batch).toMatchObject({ kind: 'json', batch: true });
    expect(partsOf('[{"jsonrpc":"2.0","id":1,"method":"_a"},7]').map(({ faults }) => faults)).toEqual([
      [],
      ['not-an-object'],
    ]);
    expect(decodeFrame(encodeUtf8('[]'))).toMatchObject({ kind: 'json', batch: true, parts: [] });
  });
});

function partsOf(text: string) {
  const decoded = decodeFrame(encodeUtf8(text));
  return decoded.kind === 'json' ? decoded.parts : [];
}

const messageIn = (text: string): Message | undefined => partsOf(text)[0]?.message;

describe('an envelope', () => {
  test.each([
    ['{"jsonrpc":"2.0","method":"_a"}', 'notification'],
    ['{"jsonrpc":"2.0","id":0,"method":"_a"}', 'request'],
    ['{"jsonrpc":"2.0","id":null,"method":"_a"}', 'request'],
    ['{"jsonrpc":"2.0","id":"","method":"_a"}', 'request'],
    ['{"jsonrpc":"2.0","id":0,"result":null}', 'response'],
    ['{"jsonrpc":"2.0","id":0,"result":false}', 'response'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}', 'response'],
    ['{"jsonrpc":"2.0","id":0,"method":"_a","params":null}', 'request'],
    ['{"jsonrpc":"2.0","id":0,"method":"_a","params":[]}', 'request'],
    ['{"type":"x","id":0,"method":"_a","jsonrpc":"2.0"}', 'request'],
  ])('%s is a %s without a fault', (text, kind) => {
    expect(partsOf(text)).toMatchObject([{ message: { kind }, faults: [] }]);
  });

  test.each([
    ['7', undefined, ['not-an-object']],
    ['null', undefined, ['not-an-object']],
    ['{}', undefined, ['version', 'no-method-result-or-error']],
    ['{"id":1,"method":"_a"}', 'request', ['version']],
    ['{"jsonrpc":2.0,"method":"_a"}', 'notification', ['version']],
    ['{"jsonrpc":"2.0","id":1}', undefined, ['no-method-result-or-error']],
    ['{"jsonrpc":"2.0","id":1,"method":null}', undefined, ['method-not-a-string']],
    ['{"jsonrpc":"2.0","id":{},"method":"_a"}', undefined, ['id-not-an-id']],
    ['{"jsonrpc":"2.0","id":1,"method":"_a","params":7}', 'request', ['params-not-structured']],
    ['{"jsonrpc":"2.0","id":true,"result":{}}', 'response', ['id-not-an-id']],
    ['{"jsonrpc":"2.0","result":{}}', 'response', ['id-missing']],
    ['{"jsonrpc":"2.0","id":1,"error":"no"}', 'response', ['error-not-an-error-object']],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}', 'response', ['error-not-an-error-object']],
    ['{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}', 'response', ['result-and-error']],
  ])('%s is read as %s with faults', (text, kind, faults) => {
    const [part] = partsOf(text);
    expect(part?.message?.kind).toBe(kind);
    expect(part?.faults).toEqual(faults);
  });
});

describe('ids', () => {
  test.each([
    ['1', '1'],
    ['"1"', '"1"'],
    ['null', 'null'],
    ['1.0', '1'],
    ['1e0', '1'],
    ['-0', '0'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['1.50', '1.5'],
    ['15e-1', '1.5'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['-9007199254740993', '-9007199254740993'],
    ['"\\u0061"', '"a"'],
    ['1e400', '1e400'],
  ])('%s has the token %s', (id, token) => {
    expect(messageIn(`{"jsonrpc":"2.0","id":${id},"method":"_a"}`)).toMatchObject({ id: token });
    expect(messageIn(` { "result" : {"id":7} , "id" : ${id} , "jsonrpc":"2.0"}\r\n`)).toMatchObject({ id: token });
  });

  test.each([
    ['the last of two', '{"id":1,"id":9007199254740993,"method":"_a","jsonrpc":"2.0"}'],
    [
      'behind a nested one',
      '{"params":{"id":9007199254740995,"x":[{"id":9007199254740997}]},"id":9007199254740993,"method":"_a"}',
    ],
    ['before a nested one', '{"id":9007199254740993,"method":"_a","params":{"id":9007199254740995}}'],
    ['beside its look-alike in a string', '{"method":"_\\",\\"id\\":9007199254740995","id":9007199254740993}'],
    ['with an escaped name', '{"\\u0069d":9007199254740993,"method":"_a"}'],
    ['behind a byte order mark', '\u{feff}{"id":9007199254740993,"method":"_a"}'],
    ['where "id" is a value', '{"method":"id","params":["id"],"id":9007199254740993}'],
  ])('keep their digits: %s', (_name, text) => {
    expect(messageIn(text)).toMatchObject({ id: '9007199254740993' });
  });

  test('lastMember returns the same value as JSON.parse', () => {
    assert(
      property(array(uint8Array({ max: 3, maxLength: 2 }), { maxLength: 5 }), (spec) => {
        const names = ['id', 'a', '\\u0069d', 'x"'];
        const values = ['1', '"id"', '{"id":2,"a":[{"id":3}]}', '[1,"]",{}]'];
        const members = spec.map((bytes) => [names[bytes[0] ?? 0] ?? 'a', values[bytes[1] ?? 0] ?? '1'] as const);
        const text = `{ ${members.map(([name, value]) => `"${name.replace('x"', 'x\\"')}" : ${value}`).join(' , ')} }`;
        const kept: unknown = JSON.parse(text);
        const found = lastMember(text, 'id');
        expect(found === undefined ? undefined : JSON.parse(found)).toEqual(isObject(kept) ? kept['id'] : undefined);
      }),
    );
  });
});

describe('base64', () => {
  test('agrees with Buffer', () => {
    assert(
      property(uint8Array(), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(text)).toEqual(bytes);
      }),
    );
  });

  test.each(['A', 'AB', 'ABC', 'A===', '====', 'AB=C', 'AB C', 'AB-_', 'ABCD=', '\u{1f600}A'])('rejects %j', (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});

test.each([
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ['UTF-16', [0xfe, 0xff, 0x00, 0x7b]],
  ['UTF-16', [0x7b, 0x00, 0x22, 0x00]],
  ['UTF-16', [0x00, 0x7b, 0x00, 0x22]],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
  ['UTF-32', [0x7b, 0x00, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0x00, 0x7b]],
  ['UTF-16', [0x00, 0x00, 0x00, 0x20]],
  ['UTF-16', [0x7f, 0x00, 0x00, 0x00]],
  [undefined, [0x7b, 0x22, 0x69, 0x64]],
  [undefined, [0xff, 0xff, 0x22, 0x69]],
  [undefined, [0xfe, 0xfe, 0x22, 0x69]],
  [undefined, [0x7b, 0xfe, 0x22, 0x69]],
  [undefined, [0x7b, 0xff, 0x22, 0x69]],
  [undefined, [0x7b]],
])('recognizes %s by the first bytes %j', (encoding, head) => {
  expect(wideEncoding(Uint8Array.from(head))).toBe(encoding);
});
