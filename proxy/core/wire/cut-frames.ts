import { concat, decodeUtf8, LF } from './bytes.ts';
import type { FrameEntry } from './entry.ts';

/** The largest frame that acptap keeps and reads whole: a line of 64 MiB and its line end. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024 + 1;

/** How much of a larger frame its entry has. */
export const HEAD_BYTES = 64 * 1024;

/** A SHA-256 in the making, as `node:crypto` has it. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

/** What an entry has of a frame. With `cut`, `bytes` are only its beginning. */
export type KeptFrame = Pick<FrameEntry, 'bytes' | 'cut'>;

/** What `createCuttingSplitter` needs. */
export interface Cutting {
  readonly createHash: () => Hash;
  /** Called with the next piece of a frame that is too large, before the frame itself is returned. */
  readonly onPiece: (bytes: Uint8Array) => void;
  readonly maxBytes?: number;
}

/**
 * Splits the bytes of one direction into frames like `createFrameSplitter`, but hands a frame above `maxBytes` over in pieces while it
 * comes. Joined, its pieces are the frame. Memory stays below `maxBytes` however long a line is.
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
    /** The unterminated rest when the pipe closes; undefined when there is none. */
    flush: (): KeptFrame | undefined => (size > 0 ? take() : undefined),
  };
}

/** A frame that is all at hand, as an entry has it. */
export function toKeptFrame(bytes: Uint8Array, createHash: () => Hash, maxBytes = MAX_FRAME_BYTES): KeptFrame {
  if (bytes.length <= maxBytes) return { bytes };
  const hash = createHash();
  hash.update(bytes);
  return { bytes: beginningOf([bytes]), cut: { bytes: bytes.length, sha256: hash.digest('hex') } };
}

/** The first `HEAD_BYTES`, as a copy, without the beginning of a character that does not end there. */
function beginningOf(pieces: Iterable<Uint8Array>): Uint8Array {
  const first: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (size >= HEAD_BYTES) break;
    first.push(piece.subarray(0, HEAD_BYTES - size));
    size += first.at(-1)?.length ?? 0;
  }
  const head = concat(first).slice();
  const whole = [0, 1, 2, 3]
    .map((torn) => head.subarray(0, head.length - torn))
    .find((part) => decodeUtf8(part) !== undefined);
  return whole ?? head;
}
