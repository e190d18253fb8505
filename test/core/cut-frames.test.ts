import { createHash } from 'node:crypto';
import { array, assert, integer, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat } from '#core/wire/bytes.ts';
import { createCuttingSplitter, HEAD_BYTES, toKeptFrame, type KeptFrame } from '#core/wire/cut-frames.ts';
import { sizeOf } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { elapsedUs, seqOf } from '#core/units.ts';

/** Splits chunks into frames, each with its pieces. */
function cut(chunks: readonly Uint8Array[], maxBytes: number) {
  let pieces: Uint8Array[] = [];
  const splitter = createCuttingSplitter({
    createHash: () => createHash('sha256'),
    onPiece: (bytes) => pieces.push(bytes),
    maxBytes,
  });
  const frames: { readonly kept: KeptFrame; readonly pieces: readonly Uint8Array[] }[] = [];
  const take = (kept: KeptFrame) => {
    frames.push({ kept, pieces });
    pieces = [];
  };
  for (const chunk of chunks) for (const kept of splitter.push(chunk)) take(kept);
  const rest = splitter.flush();
  if (rest) take(rest);
  return frames;
}

function whole(chunks: readonly Uint8Array[]): Uint8Array[] {
  const splitter = createFrameSplitter();
  const frames = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.flush();
  return rest ? [...frames, rest] : frames;
}

/** Bytes with many line feeds in them. */
const chunked = array(uint8Array({ max: 24, maxLength: 60 }));

describe('a splitter with a limit', () => {
  test('gives the frames of one without, those above the limit in pieces', () => {
    assert(
      property(chunked, integer({ min: 1, max: 40 }), (chunks, limit) => {
        const frames = cut(chunks, limit);
        expect(frames.map(({ kept, pieces }) => (kept.cut ? concat(pieces) : kept.bytes))).toEqual(whole(chunks));
        for (const { kept, pieces } of frames) {
          const bytes = kept.cut ? concat(pieces) : kept.bytes;
          expect([bytes.length > limit, pieces.length > 0]).toEqual([kept.cut !== undefined, kept.cut !== undefined]);
          expect(toKeptFrame(bytes, () => createHash('sha256'), limit).cut).toEqual(kept.cut);
          if (!kept.cut) continue;
          expect(kept.cut).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
        }
      }),
    );
  });

  test('holds no more than the limit and a chunk, however long the line is', () => {
    let handed = 0;
    const splitter = createCuttingSplitter({
      createHash: () => createHash('sha256'),
      onPiece: (bytes) => (handed += bytes.length),
      maxBytes: 1000,
    });
    for (let chunk = 1; chunk <= 100; chunk++) {
      expect([...splitter.push(new Uint8Array(100).fill(0x61))]).toEqual([]);
      expect(chunk * 100 - handed).toBeLessThanOrEqual(1000);
    }
  });

  test('keeps the first 64 KiB, and fewer only where a character would be torn', () => {
    const [ascii] = cut([new Uint8Array(200_000).fill(0x61)], 100_000);
    expect(ascii?.kept.bytes.length).toBe(HEAD_BYTES);
    const [umlauts] = cut([Buffer.from(`a${'é'.repeat(100_000)}`)], 100_000);
    expect(umlauts?.kept.bytes.length).toBe(HEAD_BYTES - 1);
    const [binary] = cut([new Uint8Array(200_000).fill(0xff)], 100_000);
    expect(binary?.kept.bytes.length).toBe(HEAD_BYTES);
  });
});

test('a cut frame, another frame and stderr have the size that they have on the wire', () => {
  const place = { seq: seqOf(0), elapsed: elapsedUs(0), bytes: new Uint8Array(3) };
  const frame = { ...place, kind: 'frame', from: 'agent' } as const;
  const cutFrame = { ...frame, cut: { bytes: 900, sha256: '' } };
  expect([cutFrame, frame, { ...place, kind: 'stderr', from: 'stderr' } as const].map(sizeOf)).toEqual([900, 3, 3]);
});
