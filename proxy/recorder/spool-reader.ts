import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fileIdentity } from '../shim/file-identity.ts';
import { claimFile } from '../shim/own-data.ts';
import { DamagedSpool, readRecords, type SpoolHeader, type SpoolRecord } from '../shim/spool-format.ts';
import { parseSpoolHeader } from './spool-header.ts';

/** Bytes read at a time while the wire may be busy: about three hundred small frames, a few milliseconds of work. */
const SLICE_BYTES = 64 * 1024;
/** The same after the shim's end: fewer transactions save a tenth of the time. */
const LATE_SLICE_BYTES = 256 * 1024;

/** Reads a spool file from its beginning while it grows. In a file that replaces a cut one, offsets continue. */
export interface SpoolReader {
  readonly header: SpoolHeader;
  /** Offset of the first record. */
  readonly start: number;
  /**
   * The complete records of the next slice; empty when none is complete yet. `isOver`: the shim has ended.
   * @throws {DamagedSpool}
   */
  next(isOver?: boolean): readonly SpoolRecord[];
  /** Bytes in the file that `next` has not returned. */
  behind(): number;
  /** The offset of the file's end. */
  size(): number;
  /** The user id of the file's owner; undefined on Windows. */
  readonly owner: number | undefined;
  /** True when another file is at the path: the shim has rewritten a deleted one. */
  isReplaced(): boolean;
  close(): void;
}

/** Follows no link and waits for no FIFO that was put there after the check. Windows has no such flags. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a spool file. Undefined while its header is incomplete.
 * @throws {AcptapError} `newer-format`, `not-a-recording`. @throws {ForeignFileError}
 */
export function openSpoolReader(path: string): SpoolReader | undefined {
  claimFile(path);
  const fd = openSync(path, FLAGS);
  let header: { readonly value: SpoolHeader; readonly end: number } | undefined;
  try {
    header = readHeader(fd);
  } finally {
    if (!header) closeSync(fd);
  }
  if (!header) return undefined;
  const { value, end: start } = header;
  const shift = value.lost ? value.lost.end - start : 0;
  let offset = start; // in the file
  const file = fileIdentity(fd);

  function read(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
  }

  return {
    header: value,
    start: start + shift,
    next(isOver = false) {
      if (fstatSync(fd).size < offset) throw new DamagedSpool(`it was cut before offset ${offset + shift}`);
      // A record may be larger than a slice: read on until it is complete, or the file ends.
      for (let size = isOver ? LATE_SLICE_BYTES : SLICE_BYTES; ; size *= 4) {
        const bytes = read(size);
        const records = wholeRecords(bytes, offset + shift);
        offset = (records.at(-1)?.end ?? offset + shift) - shift;
        if (records.length > 0 || bytes.length < size) return records;
      }
    },
    behind: () => Math.max(0, fstatSync(fd).size - offset),
    size: () => fstatSync(fd).size + shift,
    owner: process.getuid && fstatSync(fd).uid,
    isReplaced() {
      const now = fileIdentity(path);
      return now !== undefined && now !== file;
    },
    close: () => closeSync(fd),
  };
}

/** Returns the records before a damaged place; the next call meets the damage first, and throws. */
function wholeRecords(bytes: Buffer, offset: number): SpoolRecord[] {
  const records: SpoolRecord[] = [];
  try {
    for (const record of readRecords(bytes, offset)) records.push(record);
  } catch (cause) {
    if (records.length === 0) throw cause;
  }
  return records;
}

function readHeader(fd: number): { value: SpoolHeader; end: number } | undefined {
  const start = Buffer.alloc(Math.min(fstatSync(fd).size, 4 * 1024 * 1024)); // a command line may be long
  const bytes = start.subarray(0, readSync(fd, start, 0, start.length, 0));
  const end = bytes.indexOf(0x0a);
  if (end === -1) return undefined;
  return { value: parseSpoolHeader(bytes.toString('utf8', 0, end)), end: end + 1 };
}
