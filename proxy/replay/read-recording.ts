import { createReadStream } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import { seqOf } from '#core/wire/units.ts';

/** The path that stands for standard input. */
export const STDIN = '-';

/** A recording file, opened: its header is read, its entries come as they are asked for. */
export interface RecordingFile {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<Entry>;
}

/**
 * Opens an `.acp.jsonl` file, or standard input for `-`. Memory stays flat: one line at a time. Errors name the file and the line.
 * @throws {AcptapError} `file-unusable`, `not-a-recording`, `newer-format`; the entries throw the same.
 */
export async function readRecordingFile(path: string): Promise<RecordingFile> {
  const lines = readLines(path);
  const decoder = createRecordingDecoder();
  const inFile = (cause: unknown) =>
    cause instanceof AcptapError ? new AcptapError(cause.code, `${path}: ${cause.message}`, { cause }) : cause;

  async function* entries(): AsyncGenerator<Entry> {
    let seq = 0;
    try {
      for await (const { text, number } of lines)
        if (text.trim() !== '') yield decoder.entry(text, seqOf(seq++), number);
    } catch (cause) {
      throw inFile(cause);
    }
  }

  try {
    const first = await lines.next();
    if (first.done) throw new AcptapError('not-a-recording', 'the file is empty');
    return { header: decoder.header(first.value.text), entries: entries() };
  } catch (cause) {
    await lines.return(undefined);
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

interface Line {
  /** Without its line end. */
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

async function* readLines(path: string): AsyncGenerator<Line, undefined> {
  const splitter = createFrameSplitter();
  let number = 0;
  try {
    // No encoding is set, so the chunks are bytes.
    const source: AsyncIterable<Uint8Array> = path === STDIN ? process.stdin : createReadStream(path);
    for await (const chunk of source) for (const bytes of splitter.push(chunk)) yield toLine(bytes, ++number);
  } catch (cause) {
    if (cause instanceof AcptapError || !(cause instanceof Error)) throw cause;
    throw new AcptapError('file-unusable', cause.message, { cause });
  }
  const rest = splitter.flush();
  if (rest) yield toLine(rest, ++number);
  return undefined;
}

function toLine(bytes: Uint8Array, number: number): Line {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new AcptapError('not-a-recording', `line ${number} of the recording is no valid UTF-8`);
  return { text: text.replace(/\r?\n$/, ''), number };
}
