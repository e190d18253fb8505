import { AcptapError } from '#core/errors.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import { elapsedUs, seqOf } from '#core/wire/units.ts';
import { createRecordingDecoder, type HeaderDefaults } from './decode.ts';

/** A recording file, opened: its header is read, its entries come as they are asked for. */
export interface RecordingFile {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<Entry>;
}

/**
 * Reads the bytes of an `.acp.jsonl` file. `defaults` stand for what its header lacks. Memory stays flat: one line at a time. Errors name the
 * line, counted from 1. A file that is cut in its last line ends with a `damaged` event in its place.
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
    let last = elapsedUs(0);
    for await (const line of lines) {
      if (line.text?.trim() === '') continue;
      if (isCut(line)) {
        const message = `the file ends in the middle of line ${line.number}`;
        yield { kind: 'event', seq: seqOf(seq), at: last, event: { event: 'damaged', message } };
        return;
      }
      const entry = decoder.entry(textOf(line), seqOf(seq++), line.number);
      last = entry.at;
      yield entry;
    }
  }

  try {
    const first = await lines.next();
    if (first.done) throw new AcptapError('not-a-recording', 'the file is empty');
    return { header: decoder.header(textOf(first.value)), entries: entries() };
  } catch (cause) {
    await lines.return(undefined);
    throw cause;
  }
}

interface Line {
  /** Without its line end; undefined where it is no UTF-8. */
  readonly text: string | undefined;
  /** False for the last line of a file that does not end with one. */
  readonly isTerminated: boolean;
  /** Counted from 1. */
  readonly number: number;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line, undefined> {
  const splitter = createFrameSplitter();
  let number = 0;
  for await (const chunk of chunks) for (const bytes of splitter.push(chunk)) yield toLine(bytes, ++number, true);
  const rest = splitter.flush();
  if (rest) yield toLine(rest, ++number, false);
  return undefined;
}

const toLine = (bytes: Uint8Array, number: number, isTerminated: boolean): Line => ({
  text: decodeUtf8(bytes)?.replace(/\r?\n$/, ''),
  isTerminated,
  number,
});

function textOf({ text, number }: Line): string {
  if (text === undefined) throw new AcptapError('not-a-recording', `line ${number} of the recording is no valid UTF-8`);
  return text;
}

/** True for a last line that a full disk, a copy or a kill has cut: all before it is good, so that the recording is. */
function isCut({ text, isTerminated }: Line): boolean {
  if (isTerminated) return false;
  try {
    JSON.parse(text ?? '');
    return false;
  } catch {
    return true;
  }
}
