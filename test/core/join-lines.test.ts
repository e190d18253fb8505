import { array, assert, boolean, constantFrom, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { decodeLossy, encodeUtf8 } from '#core/wire/bytes.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { createLineJoiner } from '#core/wire/join-lines.ts';

const frameOf = (text: string, at: number): FrameEntry => ({
  kind: 'frame',
  seq: seqOf(at),
  elapsed: elapsedUs(at),
  from: 'agent',
  bytes: encodeUtf8(text),
});

/** The lines that a reader has: number, text, kinds of interventions. */
function read(texts: readonly (readonly [text: string, kind?: string])[]) {
  const lines: (readonly [seq: number, text: string, kinds: readonly string[] | undefined])[] = [];
  const joiner = createLineJoiner(({ seq, bytes }, sent) =>
    lines.push([seq, decodeLossy(bytes), sent?.why.map(({ kind }) => kind)]),
  );
  for (const [at, [text, kind]] of texts.entries())
    joiner.give(frameOf(text, at), kind === undefined ? undefined : { elapsed: elapsedUs(at), why: [{ kind }] });
  joiner.end();
  return lines;
}

test('a frame without LF joins the next frame', () => {
  expect(read([['a\n'], ['b', 'truncate'], ['c', 'truncate'], ['d\n', 'delay'], ['e\n'], ['f']])).toEqual([
    [0, 'a\n', undefined],
    [3, 'bcd\n', ['truncate', 'delay']],
    [4, 'e\n', undefined],
    [5, 'f', undefined],
  ]);
});

test('a frame that is too large to be read stands alone', () => {
  const lines: string[] = [];
  const joiner = createLineJoiner(({ bytes }) => lines.push(decodeLossy(bytes)));
  joiner.give(frameOf('a', 0));
  joiner.give({ ...frameOf('head', 1), cut: { bytes: 99_000_000, sha256: '' } });
  joiner.give(frameOf('b\n', 2));
  expect(lines).toEqual(['a', 'head', 'b\n']);
});

test('no byte is lost, and each frame is a line', () => {
  assert(
    property(array(tuple(constantFrom('a', 'bc', ''), boolean())), (parts) => {
      const texts = parts.map(([text, ends]) => (ends ? `${text}\n` : text));
      const lines = read(texts.map((text) => [text])).map(([, text]) => text);
      expect(lines.join('')).toBe(texts.join(''));
      expect(lines.slice(0, -1).filter((line) => !/^[^\n]*\n$/.test(line))).toEqual([]);
    }),
  );
});
