import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Bytes copied at a time: delays the wire by a millisecond or two. */
const PIECE_BYTES = 1024 * 1024;

/** The copy of an open spool whose file was deleted. */
export interface SpoolCopy {
  readonly fd: number;
  /** Copies the next piece of the first `end` bytes. True when all are copied. @throws if reading or writing fails. */
  step(end: number): boolean;
  discard(): void;
}

/** Begins a copy. It is byte for byte, so that offsets of the old file stay valid for the recorder. */
export function beginCopy(from: number, path: string): SpoolCopy {
  rmSync(path, { force: true }); // another file, created after the deletion
  const fd = openSync(path, 'ax+', 0o600);
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let copied = 0;
  return {
    fd,
    step(end) {
      const length = readSync(from, piece, 0, Math.min(PIECE_BYTES, end - copied), copied);
      if (length === 0 && copied < end) throw new Error('its content is gone, too');
      for (let done = 0; done < length;) done += writeSync(fd, piece, done, length - done);
      copied += length;
      return copied === end;
    },
    discard() {
      try {
        closeSync(fd);
        rmSync(path, { force: true });
      } catch {
        // The next attempt removes it, or reports why it cannot.
      }
    },
  };
}
