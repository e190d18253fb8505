import { createHash } from 'node:crypto';
import type { ReadEntry } from '#core/recording/read.ts';
import { MAX_FRAME_BYTES, toKeptFrame } from '#core/wire/cut-frames.ts';

/** An entry of a file. `whole` are the bytes of its frame where the entry itself has only the beginning. */
export interface FileEntry extends ReadEntry {
  readonly whole?: Uint8Array;
}

/** Cuts a frame that is larger than acptap reads, as the recorder does. A file may hold such a frame whole. */
export function cutLarge(read: ReadEntry, maxBytes = MAX_FRAME_BYTES): FileEntry {
  const { entry } = read;
  if (entry.kind !== 'frame' || entry.bytes.length <= maxBytes) return read;
  const kept = toKeptFrame(entry.bytes, () => createHash('sha256'), maxBytes);
  return { entry: { ...entry, ...kept }, decoded: undefined, whole: entry.bytes };
}
