import { expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { redactedEntries } from './redact-entries.ts';
import { rounds } from '../support/effort.ts';

const SERVER =
  '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"db","command":"db","args":["--password","canary-argument-1","-k","canaryargument2x"],"env":[{"name":"MODE","value":"canary-environment-3"}]},{"type":"http","name":"web","url":"https://mcp.test/u/canary7url4path5here6","headers":[{"name":"X-Any","value":"canary-header-5"},{"name":"accept","value":"text/html"}]}]}}';

const frame = (bytes: Uint8Array, seq = 0, more: object = {}): Entry => ({
  kind: 'frame',
  seq: seqOf(seq),
  elapsed: elapsedUs(seq),
  from: 'client',
  bytes,
  ...more,
});

const textOf = (entry: Entry | undefined) =>
  entry && entry.kind !== 'event' ? Array.from(entry.bytes, (byte) => String.fromCharCode(byte)).join('') : '';

/** The text of a frame after redaction, and an echo of all its secrets. */
function maskedText(text: string): { text: string; echo: string } {
  const echo = `{"method":"_e","params":{"t":${JSON.stringify([...text.matchAll(/canary[\w-]*/g)].join(' | '))}}}\n`;
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const [broken, other] = redactedEntries([frame(bytes), frame(encodeUtf8(echo), 1)]);
  return { text: textOf(broken), echo: textOf(other) };
}

test.each([
  ['has a comma too many', SERVER.replace(/\}\}$/, '},}\n')],
  ['has text before it', `DEBUG "sent" ${SERVER}\n`],
  ['has text behind it', `${SERVER} ok?\r\r\n`],
  ['is two frames on a line', `{"a":1}${SERVER}\n`],
  ['has a quote without an escape', `${SERVER.replace('"name":"web"', '"name":"the "web" one"')}x\n`],
  ['has a wrong escape', `${SERVER.replace('"cwd":"/w"', String.raw`"cwd":"C:\work\x"`)}\n`],
  ['has a control character in a string', `${SERVER.replace('/w', '/\x01w')}\n`],
  ['lacks a comma', `${SERVER.replace('"cwd":"/w",', '"cwd":"/w" ')}\n`],
  ['is not UTF-8', `${SERVER.replace('/w', '/\xff')}x\n`],
])('values in secret places of a frame that %s are masked there and elsewhere, and all else stays', (_what, text) => {
  const masked = maskedText(text);
  expect(masked.text.replaceAll(/\[redacted-\d+\]/g, '#')).toBe(text.replaceAll(/canary[\w-]*/g, '#'));
  expect(masked.echo).not.toContain('canary');
});

test('values in secret places of a frame are masked wherever the frame is cut', () => {
  for (let end = 1; end < SERVER.length; end += rounds(7, 1)) {
    const cut = `${SERVER.slice(0, end)}\n`;
    const masked = maskedText(cut).text;
    const half = /(?:"-k","|\/u\/)(?<begun>canary\w*)$/.exec(SERVER.slice(0, end))?.groups?.['begun']; // too short to be recognised
    expect([end, masked.match(/canary[\w-]*/g) ?? []]).toEqual([end, half && masked.includes(half) ? [half] : []]);
    expect(masked.endsWith('\n')).toBe(true);
  }
});

test('values in secret places are masked in the kept beginning of a frame that is too large', () => {
  const head = encodeUtf8(
    `${SERVER.slice(0, -3)},{"name":"big","env":[{"name":"BLOB","value":"canary-blob${'x1'.repeat(30_000)}`,
  );
  const cut = { bytes: 70_000_000, sha256: 'a'.repeat(64) };
  const [masked] = redactedEntries([frame(head, 0, { cut })]);
  expect(textOf(masked)).not.toContain('canary');
  expect(textOf(masked)).toMatch(/^\{"jsonrpc".*"BLOB","value":"\[redacted-\d+\]$/);
});

test('escaped secrets of a broken frame are masked where they occur unescaped, and so are numbers', () => {
  const text = String.raw`{"env":{"A":"caf\u00e9\/canary","PIN":1234},"args":["say \"hi\"","--password=x","--token=c\u0061nary-2"],}`;
  const [broken, echo] = redactedEntries([
    frame(encodeUtf8(`${text}\n`)),
    frame(encodeUtf8('café/canary, canary-2\n'), 1),
  ]);
  expect(textOf(broken)).toBe(
    String.raw`{"env":{"A":"[redacted-1]","PIN":[redacted-2]},"args":["say \"hi\"","--password=[redacted-3]","--token=[redacted-4]"],}` +
      '\n',
  );
  expect(textOf(echo)).toBe('[redacted-1], [redacted-4]\n');
});

test('JSON that is in a string of a broken frame is read, broken or not', () => {
  const inner = JSON.stringify({ env: { MODE: 'canary-1' } });
  const text = JSON.stringify({ a: inner, b: inner.slice(0, -1) }).slice(0, -1);
  expect(maskedText(text).text).toBe(text.replaceAll('canary-1', '[redacted-1]'));
});

test('a word that a broken frame calls a password matches whole words only', () => {
  const frames = ['{"env":[{"name":"DB_PASSWORD","value":"swordfish"}],}\n', 'swordfish, swordfishes\n'];
  expect(redactedEntries(frames.map((text, at) => frame(encodeUtf8(text), at))).map(textOf)).toEqual([
    '{"env":[{"name":"DB_PASSWORD","value":"[redacted-1]"}],}\n',
    '[redacted-1], swordfishes\n',
  ]);
});

test.each([
  '{"url":"https://example.test","args":["-p","80:80"]\n',
  'note: {"a": 1} and [{"name":"x","value":"y"}]\n',
  '{"say "hello" twice"\n',
])('a broken frame without a secret place stays: %j', (text) => expect(maskedText(text).text).toBe(text));
