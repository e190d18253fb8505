import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import type { HeaderDefaults } from '#core/recording/decode.ts';
import { readRecording, type BatchedRecordingFile, type ReadEntry, type RecordingFile } from '#core/recording/read.ts';
import { epochMs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { fileError } from './file-error.ts';

export type { RecordingFile };

/** Bytes read at a time: each read costs a turn of the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** Called with the bytes read so far, and the bytes of the file (undefined for a pipe). At the end both are equal. */
type OnRead = (done: number, all: number | undefined) => void;

/** The path that stands for standard input. */
export const STDIN = '-';

/**
 * Opens an `.acp.jsonl` file, or standard input for `-`. Without an id the file name is used, without a date the time
 * of the last change. Memory stays flat: one line at a time. Errors name the file and the line.
 * @throws {AcptapError} `file-unusable`, `not-a-recording`, `newer-format`; the entries throw the same.
 */
export async function readRecordingFile(path: string): Promise<RecordingFile> {
  const { header, entries } = await readRecordingBatches(path);
  return { header, entries };
}

/** Like `readRecordingFile`, for callers that take many entries: take either `batches` or `entries`. */
export async function readRecordingBatches(path: string, onRead: OnRead = () => {}): Promise<BatchedRecordingFile> {
  async function* named<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (cause) {
      throw nameFileInError(path, cause);
    }
  }

  function* namedEntries(batch: Iterable<ReadEntry>): Generator<ReadEntry> {
    try {
      yield* batch;
    } catch (cause) {
      throw nameFileInError(path, cause);
    }
  }

  async function* namedBatches(batches: AsyncIterable<Iterable<ReadEntry>>) {
    for await (const batch of named(batches)) yield namedEntries(batch);
  }

  try {
    const { header, entries, batches } = await readRecording(chunksOf(path, onRead), headerDefaults(path));
    return { header, entries: named(entries), batches: namedBatches(batches) };
  } catch (cause) {
    throw nameFileInError(path, cause);
  }
}

/** Adds the name of the file to the error, except where a file cannot be used: that error has it already. */
export const nameFileInError = (path: string, cause: unknown): unknown =>
  cause instanceof AcptapError && cause.code !== 'file-unusable'
    ? new AcptapError(cause.code, `${path}: ${cause.message}`, { cause })
    : cause;

/** Opens and reads a whole file, as a replay needs it. @throws as `readRecordingFile` does. */
export async function loadRecordingFile(path: string): Promise<{ header: RecordingHeader; entries: readonly Entry[] }> {
  const { header, entries } = await readRecordingFile(path);
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return { header, entries: all };
}

export function headerDefaults(path: string): HeaderDefaults {
  const changed = path === STDIN ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const name = basename(path).replace(/(?:\.acp)?\.jsonl$/, '');
  return {
    id: path === STDIN || name === '' ? 'recording' : name,
    startedAt: epochMs(Math.floor(changed ?? Date.now())),
  };
}

async function* chunksOf(path: string, onRead: OnRead): AsyncGenerator<Uint8Array> {
  let done = 0;
  try {
    const file = path === STDIN ? undefined : statSync(path, { throwIfNoEntry: false });
    const all = file?.isFile() ? file.size : undefined;
    // Without an encoding the chunks are buffers. Entries are plain views, because a Buffer never equals a Uint8Array.
    const source: AsyncIterable<Buffer> =
      path === STDIN ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const { buffer, byteOffset, byteLength } of source) {
      yield new Uint8Array(buffer, byteOffset, byteLength);
      onRead((done += byteLength), all);
    }
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  } finally {
    onRead(done, done);
  }
}
