import { AcptapError } from '#core/errors.ts';
import { createFileEnd } from '#core/fold/file-end.ts';
import { createFold } from '#core/fold/fold.ts';
import { createStoredStats } from '#core/info/stored-stats.ts';
import type { BatchedRecordingFile } from '#core/recording/read.ts';
import { MAX_FRAME_BYTES } from '#core/wire/cut-frames.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import { cutLarge } from '../../replay/playbook/cut-large.ts';
import { readRecordingBatches } from '../../replay/playbook/read-recording.ts';
import { identify } from '../../shim/process-identity.ts';
import type { RecordingEnding } from '../../store/write/append.ts';
import { createLargeFrames } from '../../store/tables/large-frames.ts';
import type { StoredRecording } from '../../store/read/read.ts';
import type { Store } from '../../store/store.ts';
import { createProgress } from '../output/progress.ts';
import { explainUnfinished } from './remove-unfinished.ts';

/** The most entries, or bytes, of a batch: limits the memory for large frames. */
const BATCH = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** A frame too large for one row is written in pieces of this size. */
const PIECE_BYTES = 1024 * 1024;

const NO_BYTES = new Uint8Array();

/**
 * Imports an `.acp.jsonl` file into the database, completely or not at all. Stores frames above `maxFrameBytes` in
 * pieces. @throws {AcptapError} as `readRecordingBatches` does; `file-unusable` for a recording that exists already, or
 * has an id that no REF can name.
 */
export async function importFile(
  store: Store,
  path: string,
  maxFrameBytes = MAX_FRAME_BYTES,
): Promise<StoredRecording> {
  const file = await readRecordingBatches(path, createProgress(path));
  const { id } = file.header;
  if (!isNameable(id))
    throw new AcptapError(
      'file-unusable',
      `${path}: no command could name a recording with the id ${JSON.stringify(id)}: give it another "id" in the first line`,
    );
  const begun = beginImport(store, file.header);
  if (!begun)
    throw new AcptapError(
      'file-unusable',
      `${path}: recording ${id} is in the database already; acptap rm ${id} removes it`,
    );
  return readInto(store, begun.no, file, maxFrameBytes);
}

function beginImport(store: Store, header: RecordingHeader) {
  try {
    return store.write.beginImport(header, identify(process.pid));
  } catch (cause) {
    throw explainUnfinished(cause, store, nothingOf(header));
  }
}

const nothingOf = ({ id }: RecordingHeader) => `nothing of ${id} was imported`;

/** Imports a file into an empty database of one command; the recording may have any id. */
export async function importAlone(store: Store, path: string, fold = createFold()): Promise<StoredRecording> {
  const file = await readRecordingBatches(path, createProgress(path));
  return readInto(store, store.write.begin(file.header).no, file, MAX_FRAME_BYTES, fold);
}

/** True for an id that a REF can be: not `latest`, no option, no path, nothing that a terminal does not show. */
const isNameable = (id: string) =>
  !/^latest(?:~|$)|^-|[/\\]|\.jsonl$/.test(id) && visible(id) === id && id.trim() === id;

/**
 * Writes each batch in its own transaction, and holds none while it waits for the file, which may be a slow pipe: other
 * processes write meanwhile. Shows the recording when it is complete, and removes it on failure.
 */
async function readInto(
  store: Store,
  no: number,
  file: BatchedRecordingFile,
  maxFrameBytes: number,
  fold = createFold(),
): Promise<StoredRecording> {
  try {
    await appendAll(store, no, file, maxFrameBytes, fold);
    store.write.endImport(no);
  } catch (cause) {
    tryRemove(store, no);
    throw explainUnfinished(cause, store, nothingOf(file.header));
  }
  const summary = store.read.summary(no);
  if (!summary) throw new Error(`recording ${file.header.id} is not in the store it was written to`);
  return { no, summary };
}

function tryRemove(store: Store, no: number): void {
  try {
    store.write.remove(no, identify(process.pid));
  } catch {
    // The database refuses it now: the next command removes the rest.
  }
}

async function appendAll(
  store: Store,
  no: number,
  { header, batches }: BatchedRecordingFile,
  maxFrameBytes: number,
  fold: ReturnType<typeof createFold>,
): Promise<void> {
  const { apply, storedStats } = createStoredStats(fold.trace);
  const ending = createFileEnd(header);
  const large = createLargeFrames();
  let largeCount = 0;
  let bytes = 0;

  function keepWhole(seq: number, whole: Uint8Array): void {
    for (let start = 0; start < whole.length; start += PIECE_BYTES)
      large.piece(largeCount, whole.subarray(start, start + PIECE_BYTES));
    large.complete(largeCount++, seq);
  }

  function flush(end?: RecordingEnding): void {
    store.write.append(no, {
      ...fold.take(),
      large: large.take(),
      from: 0,
      to: 0,
      ...(end ? { end, storedStats: storedStats() } : {}),
    });
    bytes = 0;
  }

  for await (const batch of batches)
    for (const each of batch) {
      const { entry, decoded, whole } = cutLarge(each, maxFrameBytes);
      apply(fold.apply(entry, decoded));
      ending.apply(entry);
      if (whole) keepWhole(entry.seq, whole);
      bytes += (whole ?? (entry.kind === 'event' ? NO_BYTES : entry.bytes)).length;
      if (fold.size() >= BATCH || bytes >= BATCH_BYTES) flush();
    }
  const { isOrderly, ...end } = ending.end();
  fold.finish(isOrderly);
  flush(end);
}
