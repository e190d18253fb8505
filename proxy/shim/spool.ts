import { createMissingRecords } from './missing-records.ts';
import { beginCopy, type SpoolCopy } from './spool-copy.ts';
import { createSpoolFile, headerLine, type SpoolFile } from './spool-file.ts';
import {
  LATER_SPOOL_FORMAT,
  type DeliveryRecord,
  type LostRecords,
  type SpoolHeader,
  type SpoolTag,
  type Stream,
} from './spool-format.ts';

/** Writes the recording. Methods never throw, because errors must not affect the wire. */
export interface Spool {
  /** Writes a chunk to the file. Returns when the kernel has it. */
  chunk(stream: Stream, chunk: Buffer): void;
  event(event: { readonly event: string; readonly [member: string]: unknown }): void;
  /** Writes the delivery of received frames, with `bytes` if the delivered bytes differ. */
  delivery(record: DeliveryRecord, bytes?: Uint8Array): void;
  /** Bytes in the file. */
  size(): number;
  /**
   * Checks whether the file is still complete and at its path. If it was deleted, copies the next piece of it to a new
   * file. Returns true while there is more to copy: call again soon. If it was cut, starts a new file.
   */
  check(): boolean;
  close(): void;
}

/** The ports of a spool. */
export interface SpoolSetting {
  /** The recording's clock. */
  readonly elapsedUs: () => number;
  /** Creates and checks the folder. Throws when the file must not be created. */
  readonly prepare: () => void;
  /** Called once when a write has failed. */
  readonly onTrouble: (cause: unknown) => void;
  /** Called once when the file was deleted. Without `failure`, a new file has all its content. */
  readonly onDeleted: (failure?: unknown) => void;
  /** Called once when the file was cut. A new file has the number of lost bytes. */
  readonly onCut: () => void;
}

/**
 * - `open`: every record was written.
 * - `resting`: a write has failed. The next record after RETRY_US tries again, and writes what is missing first.
 * - `torn`: the file ends with a torn record. The reader stops there, so nothing is written until a new file replaces
 *   this one.
 * - `closed`: nothing is written any more.
 */
type State = 'open' | 'resting' | 'torn' | 'closed';

/** How long a spool rests. */
const RETRY_US = 250_000;

const TAGS: Readonly<Record<Stream, SpoolTag>> = { client: 'c', agent: 'a', stderr: 's' };

/** A spool that keeps nothing, for `--no-record`. */
export const noSpool: Spool = {
  chunk() {},
  event() {},
  delivery() {},
  size: () => 0,
  check: () => false,
  close() {},
};

/**
 * Opens the spool file. While it cannot be opened or written, counts the lost bytes, and writes a `gap` event with the
 * count when writing works again.
 */
export function openSpool(path: string, firstHeader: SpoolHeader, setting: SpoolSetting): Spool {
  const { elapsedUs, prepare } = setting;
  const onTrouble = once(setting.onTrouble);
  const onDeleted = once(setting.onDeleted);
  const onCut = once(setting.onCut);
  const passed: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };
  const missing = createMissingRecords();
  let state: State = 'open';
  let failedAt = 0; // when the last write failed
  let header = firstHeader; // of the current file, or the next one
  let file: SpoolFile | undefined; // undefined until it is created
  let copy: SpoolCopy | undefined; // of a deleted file, until the copy is complete

  /** Runs `work`, which writes. If it fails, the spool rests. Returns whether it succeeded. */
  function attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (cause) {
      failedAt = elapsedUs();
      onTrouble(cause);
      state = removeTornRecord() ? 'resting' : 'torn';
      return false;
    }
  }

  /** Returns the file. Creates it if there is none. */
  function open(): SpoolFile {
    if (file) return file;
    prepare();
    file = createSpoolFile(path, header);
    return file;
  }

  function removeTornRecord(): boolean {
    try {
      file?.truncate();
      return true;
    } catch {
      return false;
    }
  }

  /** Returns false for a record that was not written. */
  function record(tag: SpoolTag, bytes: Buffer): boolean {
    if (state === 'torn' || state === 'closed') return false;
    if (state === 'resting' && elapsedUs() - failedAt < RETRY_US) return false;
    return attempt(() => {
      const to = open();
      if (state === 'resting') appendMissing(to);
      to.append(tag, elapsedUs(), bytes);
      state = 'open';
    });
  }

  const appendMissing = (to: SpoolFile) => missing.appendTo((tag, bytes) => to.append(tag, elapsedUs(), bytes));

  function check(): boolean {
    if (!file || state === 'closed') return false;
    try {
      const condition = copy ? 'deleted' : file.condition();
      if (condition === 'deleted') return copyPiece(file);
      if (condition === 'cut') replaceCut(file);
    } catch (cause) {
      copy?.discard();
      onDeleted(cause);
      copy = undefined;
    }
    return false;
  }

  /**
   * Copies the next piece of a deleted file. Returns true while there is more. Records are written to the old file until
   * the copy is complete, so that a kill in between loses only the end.
   */
  function copyPiece(deleted: SpoolFile): boolean {
    if (!copy) {
      prepare();
      copy = beginCopy(deleted, path);
    }
    const complete = copy.step();
    if (!complete) return true;
    deleted.close();
    replaceFile(complete);
    copy = undefined;
    onDeleted();
    return false;
  }

  /** Starts a new file, because later records in the cut one cannot be found by their offsets. */
  function replaceCut(cut: SpoolFile): void {
    const format = Math.max(LATER_SPOOL_FORMAT, header['acptap-spool']);
    header = { ...header, 'acptap-spool': format, lost: recordsOf(cut) };
    replaceFile(undefined);
    cut.close();
    onCut();
    attempt(open);
  }

  function recordsOf(cut: SpoolFile): LostRecords {
    const before = header.lost ? header.lost.end - headerLine(header).length : 0; // offsets go on from file to file
    const keptOf = (stream: Stream) => passed[stream] - missing.lost(stream);
    return { end: before + cut.end(), client: keptOf('client'), agent: keptOf('agent'), stderr: keptOf('stderr') };
  }

  /** Goes on with a file that has no torn record. */
  function replaceFile(other: SpoolFile | undefined): void {
    file = other;
    if (state === 'torn') state = 'resting';
  }

  attempt(open);

  return {
    chunk(stream, chunk) {
      passed[stream] += chunk.length;
      if (!record(TAGS[stream], chunk)) missing.lose(stream, chunk.length);
    },
    event(event) {
      // Copies one piece while stderr can still report a failure. At the exit copies all the rest: the wire is idle, and the
      // recorder removes the spool after the exit event.
      if (event.event === 'exit') while (check());
      else check();
      const bytes = Buffer.from(JSON.stringify(event));
      if (!record('e', bytes)) missing.keep('e', bytes, event.event !== 'injected');
    },
    delivery(delivery, delivered) {
      const lost = missing.lost(delivery.of);
      if (lost > 0 && delivery.from >= passed[delivery.of] - lost) return; // its frame is in the gap
      const json = JSON.stringify(delivery);
      const bytes = delivered ? Buffer.concat([Buffer.from(`${json}\n`), delivered]) : Buffer.from(json);
      if (!record('d', bytes)) missing.keep('d', bytes, false);
    },
    size: () => file?.end() ?? 0,
    check,
    close() {
      if (state === 'closed') return;
      if (state === 'resting' && !missing.isEmpty()) attempt(() => appendMissing(open())); // the last chance
      state = 'closed';
      try {
        file?.close();
      } catch (cause) {
        onTrouble(cause);
      }
    },
  };
}

/** Passes on the first call only. */
function once<Arguments extends unknown[]>(notice: (...given: Arguments) => void): (...given: Arguments) => void {
  let isCalled = false;
  return (...given) => {
    if (!isCalled) notice(...given);
    isCalled = true;
  };
}
