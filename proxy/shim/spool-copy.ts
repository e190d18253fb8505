import { closeSync, readSync, rmSync } from 'node:fs';
import { createPrivateFile, toSpoolFile, writeAll, type SpoolFile } from './spool-file.ts';

/** Bytes copied at a time: delays the wire by a millisecond or two. */
const PIECE_BYTES = 1024 * 1024;

/** The copy of an open spool whose file was deleted. */
export interface SpoolCopy {
  /** Copies the next piece. Returns the new file when it has all records. @throws if reading or writing fails. */
  step(): SpoolFile | undefined;
  discard(): void;
}

/** Begins a copy. It is byte for byte, so that offsets of the old file stay valid for the recorder. */
export function beginCopy(from: SpoolFile, path: string): SpoolCopy {
  rmSync(path, { force: true }); // another file, created after the deletion
  const fd = createPrivateFile(path);
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let copied = 0;
  return {
    step() {
      const end = from.end(); // grows, because records are written to the old file until the copy is complete
      const length = readSync(from.fd, piece, 0, Math.min(PIECE_BYTES, end - copied), copied);
      if (length === 0 && copied < end) throw new Error('its content is gone, too');
      writeAll(fd, piece, length);
      copied += length;
      return copied === end ? toSpoolFile(path, fd, end) : undefined;
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
