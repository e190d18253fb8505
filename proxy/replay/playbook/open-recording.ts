import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readRecordingSync } from '#core/recording/read.ts';
import type { ElapsedUs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { cutLarge, type FileEntry } from './cut-large.ts';
import { fileError } from './file-error.ts';
import { headerDefaults, nameFileInError, STDIN } from './read-recording.ts';

/** A recording file that can be read repeatedly and from any entry. Caches nothing. */
export interface OpenRecording {
  readonly header: RecordingHeader;
  /** Reads all entries from the beginning. @throws {AcptapError} as `readRecordingFile` does. */
  entries(progress?: Progress): Iterable<FileEntry>;
  /** Reads an entry that `entries` has returned before; undefined for any other. */
  entryAt(seq: number): Entry | undefined;
  /** Like `entryAt`, with the bytes that a cut entry lacks. */
  readAt(seq: number): FileEntry | undefined;
  close(): void;
}

/** Called after each chunk of a file with the bytes read so far, and all bytes. */
export type Progress = (done: number, all: number) => void;

/** Bytes read at a time. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes that can be read repeatedly. */
interface Source {
  readonly size: number;
  /** The caller may change the bytes. There are fewer than `length` only at the end. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Opens an `.acp.jsonl` file, or standard input for `-`, which is kept in memory.
 * @throws {AcptapError} `file-unusable`, `not-a-recording`, `newer-format`.
 */
export async function openRecording(path: string): Promise<OpenRecording> {
  const source = await sourceOf(path);
  const offsets: number[] = []; // of the entries' lines, and of the end of the last
  const times: ElapsedUs[] = []; // a line without a time has that of the previous entry
  let end: Entry | undefined; // the last entry, which has no line in a file that was cut
  let window: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  function* chunks(progress: Progress): Generator<Uint8Array> {
    for (let offset = 0; ;) {
      const chunk = source.read(offset, CHUNK_BYTES);
      if (chunk.length === 0) return;
      offset += chunk.length;
      yield chunk;
      progress(offset, source.size);
    }
  }

  function read(progress: Progress = () => {}) {
    return readRecordingSync(chunks(progress), headerDefaults(path), (entry, from, to) => {
      const { seq, elapsed } = entry;
      offsets[seq] = from;
      offsets[seq + 1] = to;
      times[seq] = elapsed;
      if (seq >= (end?.seq ?? 0)) end = entry;
    });
  }

  /** Returns a copy, because reading an entry changes its line. */
  function lineAt(from: number, to: number): Uint8Array {
    if (from < window.from || to > window.from + window.bytes.length)
      window = { from, bytes: source.read(from, Math.max(to - from, CHUNK_BYTES)) };
    return window.bytes.slice(from - window.from, to - window.from);
  }

  try {
    const { header, entryOf } = read();

    function readAt(seq: number): FileEntry | undefined {
      if (end?.kind === 'event' && end.seq === seq) return { entry: end, decoded: undefined };
      const [from, to] = [offsets[seq], offsets[seq + 1]];
      if (from === undefined || to === undefined) return undefined;
      return cutLarge({ entry: entryOf(lineAt(from, to), seq, times[seq - 1]), decoded: undefined });
    }

    return {
      header,
      *entries(progress) {
        try {
          for (const each of read(progress).entries) yield cutLarge(each);
        } catch (cause) {
          throw nameFileInError(path, cause);
        }
      },
      entryAt: (seq) => readAt(seq)?.entry,
      readAt,
      close: source.close,
    };
  } catch (cause) {
    source.close();
    throw nameFileInError(path, cause);
  }
}

async function sourceOf(path: string): Promise<Source> {
  try {
    return path === STDIN ? await readStdin() : openFile(path);
  } catch (cause) {
    throw nameFileInError(path, cause);
  }
}

function openFile(path: string): Source {
  const fd = attempt(path, () => openSync(path, 'r'));
  return {
    size: fstatSync(fd).size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      return bytes.subarray(
        0,
        attempt(path, () => readSync(fd, bytes, 0, length, offset)),
      );
    },
    close: () => closeSync(fd),
  };
}

async function readStdin(): Promise<Source> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array); // no encoding is set
  const all = Buffer.concat(chunks);
  return {
    size: all.length,
    read: (offset, length) => new Uint8Array(all.subarray(offset, offset + length)),
    close() {},
  };
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}
