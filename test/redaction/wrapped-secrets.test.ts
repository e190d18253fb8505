import { describe, expect, test } from 'vitest';
import { createRepeatedSecrets } from '#core/redaction/repeated-secrets.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { redactedParams } from './redact-entries.ts';
import { rounds } from '../support/effort.ts';

const SECRET = 'canary-3f8a91c2-long-token-4471';
const known = { env: [{ name: 'X', value: SECRET }] };
const half = [SECRET.slice(0, 14), SECRET.slice(14)] as const;

/** Redacts a text in a recording that has the secret elsewhere. */
const masked = (text: string) =>
  (redactedParams({ known, echo: { note: text } }) as { echo: { note: string } }).echo.note;

describe('a known secret is masked', () => {
  test.each([
    ['with a line break in it', half.join('\n')],
    ['with CR and LF in it', half.join('\r\n')],
    ['wrapped and indented', half.join('\n    ')],
    ['wrapped in a box', half.join('  │\n│ ')],
    ['wrapped three times', `${SECRET.slice(0, 8)}\n${SECRET.slice(8, 16)}\n${SECRET.slice(16)}`],
    ['with a colour in it', half.join('\x1b[31m')],
    ['with each character in a colour of its own', SECRET.split('').join('\x1b[1m')],
    ['with a cursor movement and a line break in it', half.join('\x1b[K\r\n')],
    ['with a line break in base64', btoa(SECRET).replace(/.{20}/, '$&\n')],
  ])('%s', (_what, text) => expect(masked(`it is ${text}.`)).toMatch(/^it is \S{0,3}\[redacted-1\]\S{0,3}\.$/));
});

test('the text around a wrapped secret keeps its breaks and colours', () => {
  expect(masked(`a\n\x1b[1mb\n${half.join('\r\n')}\nc\x1b[0m`)).toBe('a\n\x1b[1mb\n[redacted-1]\nc\x1b[0m');
});

test('a secret with line breaks is found unchanged, and with other line breaks', () => {
  const secret = 'first-line-11\nsecond-line-22\n';
  const spans = (text: string) =>
    createRepeatedSecrets([secret])
      .in(text)
      .map(({ start, end }) => text.slice(start, end));
  expect(spans(`x ${secret}y`)).toEqual([secret.trimEnd()]);
  expect(spans('x first-line-11\r\n  second-line-22 y')).toEqual(['first-line-11\r\n  second-line-22']);
});

describe('a known secret is masked, encoded', () => {
  const hex = Array.from(encodeUtf8('pässwort-42'), (byte) => byte.toString(16));
  test.each([
    ['with some bytes escaped in a URL', 'x=p%c3%a4sswor%74-42&y', 'x=[redacted-1]&y'],
    ['twice escaped', 'x=%2570%25C3%25A4ss%2577ort-%2534%2532&y', 'x=[redacted-1]&y'],
    ['with colons', `x ${hex.join(':')} y`, 'x [redacted-1] y'],
    ['as an array', `[${hex.map((byte) => `0x${byte}`).join(', ')}]`, '[[redacted-1]]'],
    ['on two lines of bytes', `x ${hex.slice(0, 5).join(' ')}\n${hex.slice(5).join(' ')} y`, 'x [redacted-1] y'],
    ['in a dump', `00000000: ${hex.join(' ')}  p..sswort-42`, '00000000: [redacted-1]  [redacted-1]'],
  ])('%s', (_what, text, expected) => {
    const env = [{ name: 'X', value: 'pässwort-42' }];
    const { echo } = redactedParams({ env, echo: { note: text } }) as { echo: { note: string } };
    expect(echo.note).toBe(expected);
  });
});

test('short secrets and words are not joined from two lines', () => {
  const text = 'abc\n12d sword\nfish swordfish\nx';
  const found = createRepeatedSecrets(['abc12d', 'swordfish'], new Set(['swordfish'])).in(text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['swordfish']);
});

test('a text of spaces, breaks and escapes is passed through in a time that grows with it', () => {
  const echoes = createRepeatedSecrets([SECRET]);
  for (const part of [' ', '\t|', '\n', '\x1b', '\x1b]', '\x1b[', ' \r', half[0], '4b ', '%4b', '%4b '])
    expect(echoes.in(part.repeat(rounds(50_000, 400_000)))).toEqual([]);
});
