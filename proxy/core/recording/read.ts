import { AcptapError } from '#core/errors.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import { seqOf } from '#core/wire/units.ts';
import { createRecordingDecoder, type HeaderDefaults } from './decode.ts';

/** A recording file, opened: its header is read, its entries come as they are asked for. */
export interface RecordingFile {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<Entry>;
}

/**
 * Reads the bytes of an `.acp.jsonl` file. `defaults` stand for what its header lacks. Memory stays flat: one line at a time. Errors name the line, counted from 1.
 * @throws {AcptapError} `not-a-recording`, `newer-format`, and what `chunks` throws; the entries throw the same.
 */
export async function readRecording(
  chunks: AsyncIterable<Uint8Array>,
  defaults?: HeaderDefaults,
): Promise<RecordingFile> {
  const lines = linesOf(chunks);
  const decoder = createRecordingDecoder(defaults);

  async function* entries(): AsyncGenerator<Entry> {
    let seq = 0;
    for await (const { text, number } of lines) if (text.trim() !== '') yield decoder.entry(text, seqOf(seq++), number);
  }

  try {
    const first = await lines.next();
    if (first.done) throw new AcptapError('not-a-recording', 'the file is empty');
    return { header: decoder.header(first.value.text), entries: entries() };
  } catch (cause) {
    await lines.return(undefined);
    throw cause;
  }
}

interface Line {
  /** Without its line end. */
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line, undefined> {
  const splitter = createFrameSplitter();
  let number = 0;
  for await (const chunk of chunks) for (const bytes of splitter.push(chunk)) yield toLine(bytes, ++number);
  const rest = splitter.flush();
  if (rest) yield toLine(rest, ++number);
  return undefined;
}

function toLine(bytes: Uint8Array, number: number): Line {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new AcptapError('not-a-recording', `line ${number} of the recording is no valid UTF-8`);
  return { text: text.replace(/\r?\n$/, ''), number };
}
