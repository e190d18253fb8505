import { concat, decodeUtf8, LF } from './bytes.ts';
import type { FrameEntry } from './entry.ts';

/** The largest frame that acptap keeps and reads whole: a line of 64 MiB and its line end. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024 + 1;

/** The number of bytes that the entry of a larger frame keeps: its beginning. */
export const HEAD_BYTES = 64 * 1024;

/** An incremental SHA-256, such as that of `node:crypto`. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

/** The bytes of a frame that its entry has. With `cut`, `bytes` are only the beginning. */
export type KeptFrame = Pick<FrameEntry, 'bytes' | 'cut'>;

/** The ports of `createCuttingSplitter`. */
export interface Cutting {
  readonly createHash: () => Hash;
  /** Called with each piece of a frame that is too large, before the frame itself is returned. */
  readonly onPiece: (bytes: Uint8Array) => void;
  readonly maxBytes?: number;
}

/**
 * Splits the bytes of one direction into frames like `createFrameSplitter`, but passes on a frame above `maxBytes` in
 * pieces as they arrive. The joined pieces equal the frame. Memory stays below `maxBytes` for lines of any length.
 */
export function createCuttingSplitter({ createHash, onPiece, maxBytes = MAX_FRAME_BYTES }: Cutting) {
  let held: Uint8Array[] = [];
  let size = 0;
  let begun: { readonly head: Uint8Array; readonly hash: Hash } | undefined; // a frame that is too large

  function add(bytes: Uint8Array): void {
    held.push(bytes);
    size += bytes.length;
    if (size <= maxBytes) return;
    begun ??= { head: beginningOf(held), hash: createHash() };
    for (const piece of held) {
      begun.hash.update(piece);
      onPiece(piece);
    }
    held = [];
  }

  function take(): KeptFrame {
    const frame: KeptFrame = begun
      ? { bytes: begun.head, cut: { bytes: size, sha256: begun.hash.digest('hex') } }
      : { bytes: concat(held) };
    [held, size, begun] = [[], 0, undefined];
    return frame;
  }

  return {
    /** The frames that `chunk` completes. They may share memory with it: the caller must not reuse the chunk. */
    *push(chunk: Uint8Array): Generator<KeptFrame> {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        add(chunk.subarray(start, end + 1));
        yield take();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    },
    /** The unterminated rest when the pipe closes; undefined after a whole frame. */
    flush: (): KeptFrame | undefined => (size > 0 ? take() : undefined),
    /** The bytes since the last line end: their number, and at most the first `room` of them. */
    rest: (room: number) => ({ size, beginning: begun ? begun.head.subarray(0, room) : beginningOf(held, room) }),
  };
}

/** Returns a complete frame in the form that its entry has. */
export function toKeptFrame(bytes: Uint8Array, createHash: () => Hash, maxBytes = MAX_FRAME_BYTES): KeptFrame {
  if (bytes.length <= maxBytes) return { bytes };
  const hash = createHash();
  hash.update(bytes);
  return { bytes: beginningOf([bytes]), cut: { bytes: bytes.length, sha256: hash.digest('hex') } };
}

/** A copy of the first `room` bytes, without an incomplete last character. */
function beginningOf(pieces: Iterable<Uint8Array>, room = HEAD_BYTES): Uint8Array {
  const first: Uint8Array[] = [];
  for (const piece of pieces) {
    if (room === 0) break;
    first.push(piece.subarray(0, room));
    room -= Math.min(room, piece.length);
  }
  const head = concat(first).slice();
  const whole = [0, 1, 2, 3]
    .map((torn) => head.subarray(0, head.length - torn))
    .find((part) => decodeUtf8(part) !== undefined);
  return whole ?? head;
}
