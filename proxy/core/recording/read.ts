import { AcptapError } from '#core/errors.ts';
import { wideEncoding } from '#core/wire/wide-encoding.ts';
import { elapsedUs, seqOf, type ElapsedUs } from '#core/units.ts';
import { decodeUtf8, LF } from '#core/wire/bytes.ts';
import { MAX_FRAME_BYTES } from '#core/wire/cut-frames.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { notARecording } from './not-a-recording.ts';
import { createRecordingDecoder, type HeaderDefaults, type Line, type ReadEntry } from './decode.ts';

export type { ReadEntry } from './decode.ts';

/** An open recording file. The header is already read; entries are read as the caller takes them. */
export interface RecordingFile {
  readonly header: RecordingHeader;
  readonly entries: AsyncIterable<Entry>;
}

/** Has the same entries also in batches, one for each chunk of the file. Take either `batches` or `entries`. */
export interface BatchedRecordingFile extends RecordingFile {
  readonly batches: AsyncIterable<Iterable<ReadEntry>>;
}

/**
 * Reads the bytes of an `.acp.jsonl` file. `defaults` replace members that its header lacks. Reads one chunk at a time.
 * Changes the chunks; entries share memory with them. Errors name the line, counted from 1. If the file ends in the
 * middle of a line, the last entry is a `damaged` event.
 * @throws {AcptapError} `not-a-recording`, `newer-format`, and what `chunks` throws; the entries throw the same.
 */
export async function readRecording(
  chunks: AsyncIterable<Uint8Array>,
  defaults?: HeaderDefaults,
): Promise<BatchedRecordingFile> {
  const decoder = createDecoder(defaults);
  const portions = portionsOf(chunks);

  async function* batches(first: Generator<Line>): AsyncGenerator<Iterable<ReadEntry>> {
    yield decoder.entries(first);
    for await (const lines of portions) yield decoder.entries(lines);
  }

  async function* entries(all: AsyncIterable<Iterable<ReadEntry>>): AsyncGenerator<Entry> {
    for await (const batch of all) for (const { entry } of batch) yield entry;
  }

  try {
    for (;;) {
      const portion = await portions.next();
      if (portion.done) throw isEmpty();
      const first = portion.value.next();
      if (first.done) continue;
      const all = batches(portion.value);
      return { header: decoder.header(first.value), batches: all, entries: entries(all) };
    }
  } catch (cause) {
    await portions.return(undefined);
    throw cause;
  }
}

/** A recording file whose bytes are all in memory or can be read at once. */
export interface ReadableFile {
  readonly header: RecordingHeader;
  readonly entries: Generator<ReadEntry>;
  /** Decodes the entry of a line again, from a copy of the line. `before` is the time of the previous entry. */
  readonly entryOf: (line: Uint8Array, seq: number, before: ElapsedUs | undefined) => Entry;
}

type OnEntry = (entry: Entry, from: number, to: number) => void;

/**
 * Like `readRecording`, for chunks that can be read at once. Calls `onEntry` with each entry and the offsets where its
 * line begins and ends. Throws the same errors.
 */
export function readRecordingSync(
  chunks: Iterable<Uint8Array>,
  defaults: HeaderDefaults,
  onEntry: OnEntry,
): ReadableFile {
  const decoder = createDecoder(defaults, onEntry);
  const lines = linesOf(chunks);
  const first = lines.next();
  if (first.done) throw isEmpty();
  return { header: decoder.header(first.value), entries: decoder.entries(lines), entryOf: decoder.entryOf };
}

const isEmpty = () => new AcptapError('not-a-recording', 'the file is empty: acptap export REF -o FILE makes one');

function createDecoder(defaults: HeaderDefaults | undefined, onEntry: OnEntry = () => {}) {
  const decoder = createRecordingDecoder(defaults);
  let seq = 0;
  let last = elapsedUs(0);

  /** A full disk, a copy or a kill may have cut the file in its last line. The entries before that line are good. */
  function cutAt(line: number): ReadEntry {
    const message = `the file ends in the middle of line ${line}`;
    const entry: Entry = { kind: 'event', seq: seqOf(seq++), elapsed: last, event: { event: 'damaged', message } };
    return { entry, decoded: undefined };
  }

  return {
    header: ({ text }: Line) => decoder.header(text),
    entryOf(bytes: Uint8Array, at: number, before: ElapsedUs | undefined): Entry {
      const number = at + 2; // right for a file without blank lines
      const line = { bytes, text: textOf(bytes, number), number, offset: 0, isCut: false };
      return decoder.entry(line, seqOf(at), before).entry;
    },
    *entries(lines: Iterable<Line>): Generator<ReadEntry> {
      for (const line of lines) {
        if (line.text.trim() === '' && !line.isCut) continue;
        const read = line.isCut ? cutAt(line.number) : decoder.entry(line, seqOf(seq++));
        last = read.entry.elapsed;
        onEntry(read.entry, line.offset, line.offset + line.bytes.length);
        yield read;
      }
    },
  };
}

async function* portionsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Generator<Line>, undefined> {
  const reader = createLineReader();
  for await (const chunk of chunks) yield reader.push(chunk);
  yield reader.end();
  return undefined;
}

function* linesOf(chunks: Iterable<Uint8Array>): Generator<Line, undefined> {
  const reader = createLineReader();
  for (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
  return undefined;
}

/**
 * Longer lines are refused before they are read whole, because reading takes six times their size in memory. acptap
 * cuts frames above 64 MiB; as text, a frame of 64 MiB with many quotation marks takes twice its length.
 */
const MAX_LINE_BYTES = 2 * MAX_FRAME_BYTES;

function createLineReader() {
  const splitter = createFrameSplitter();
  let unfinished = 0; // bytes of the line that has no end yet
  let number = 0;
  let offset = 0;

  function toLine(bytes: Uint8Array, isCut: boolean): Line {
    number += 1;
    const line = { bytes, text: isCut ? '' : textOf(bytes, number), number, offset, isCut };
    offset += bytes.length;
    return line;
  }

  return {
    *push(chunk: Uint8Array): Generator<Line> {
      for (const bytes of splitter.push(chunk)) yield toLine(bytes, false);
      const end = chunk.lastIndexOf(LF);
      unfinished = end === -1 ? unfinished + chunk.length : chunk.length - end - 1;
      if (unfinished > MAX_LINE_BYTES) throw tooLong(number + 1);
    },
    *end(): Generator<Line> {
      const rest = splitter.flush();
      if (rest) yield toLine(rest, number > 0 && !isJson(decodeUtf8(rest)));
    },
  };
}

const tooLong = (line: number) =>
  new AcptapError(
    'not-a-recording',
    `line ${line} of the recording is longer than ${Math.floor(MAX_LINE_BYTES / 1024 / 1024)} MiB: remove this line. acptap run records frames of any length, and acptap export cuts those above 64 MiB`,
  );

function isJson(text: string | undefined): boolean {
  try {
    return text?.trim() === '' || JSON.parse(text ?? '') !== undefined;
  } catch {
    return false;
  }
}

/** The text of a line without its line end. */
function textOf(bytes: Uint8Array, number: number): string {
  const wide = number === 1 ? wideEncoding(bytes) : undefined;
  if (wide)
    throw new AcptapError(
      'not-a-recording',
      `the file is ${wide}: convert it to UTF-8, for example with iconv -f ${wide} -t UTF-8`,
    );
  const text = decodeUtf8(bytes);
  if (text === undefined && number === 1) throw notARecording(bytes);
  if (text === undefined)
    throw new AcptapError(
      'not-a-recording',
      `line ${number} of the recording is no valid UTF-8: is this a file that acptap export made?`,
    );
  return text.endsWith('\r\n') ? text.slice(0, -2) : text.endsWith('\n') ? text.slice(0, -1) : text;
}
