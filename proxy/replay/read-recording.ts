import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import type { HeaderDefaults } from '#core/recording/decode.ts';
import { readRecording, type RecordingFile } from '#core/recording/read.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { epochMs } from '#core/wire/units.ts';

export type { RecordingFile };

/** The path that stands for standard input. */
export const STDIN = '-';

/**
 * Opens an `.acp.jsonl` file, or standard input for `-`. A file without an id has its name for one, and a file without a date the time
 * at which it was last changed. Memory stays flat: one line at a time. Errors name the file and the line.
 * @throws {AcptapError} `file-unusable`, `not-a-recording`, `newer-format`; the entries throw the same.
 */
export async function readRecordingFile(path: string): Promise<RecordingFile> {
  const inFile = (cause: unknown) =>
    cause instanceof AcptapError ? new AcptapError(cause.code, `${path}: ${cause.message}`, { cause }) : cause;

  async function* named(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    try {
      yield* entries;
    } catch (cause) {
      throw inFile(cause);
    }
  }

  try {
    const { header, entries } = await readRecording(chunksOf(path), defaultsOf(path));
    return { header, entries: named(entries) };
  } catch (cause) {
    throw inFile(cause);
  }
}

/** Opens a file and reads all of it, as a replay needs it. @throws as `readRecordingFile` does. */
export async function loadRecordingFile(path: string): Promise<{ header: RecordingHeader; entries: readonly Entry[] }> {
  const { header, entries } = await readRecordingFile(path);
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return { header, entries: all };
}

function defaultsOf(path: string): HeaderDefaults {
  const changed = path === STDIN ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const name = basename(path).replace(/(?:\.acp)?\.jsonl$/, '');
  return {
    id: path === STDIN || name === '' ? 'recording' : name,
    startedAt: epochMs(Math.floor(changed ?? Date.now())),
  };
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    // No encoding is set, so the chunks are bytes.
    const source: AsyncIterable<Uint8Array> = path === STDIN ? process.stdin : createReadStream(path);
    yield* source;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new AcptapError('file-unusable', cause.message, { cause });
  }
}
