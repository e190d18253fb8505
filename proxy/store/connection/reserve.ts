import { randomFillSync } from 'node:crypto';
import { appendFileSync, lstatSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claimFile } from '../../shim/own-data.ts';
import { errorCode } from './store-error.ts';

/** For removals: the log of one small step. */
const REMOVAL_BYTES = 1024 * 1024;

/** For readers: the index of the log, which SQLite keeps in a file of 32 KiB for each 32 MiB of log. */
const INDEX_BYTES = 64 * 1024;

/** Room for several indexes: a growing spool, for example, may take the space that one reader freed. */
const RESERVE_BYTES = REMOVAL_BYTES + 8 * INDEX_BYTES;

const reserveOf = (database: string) => join(dirname(database), 'reserve');

/**
 * Keeps some space beside the database, so that reading and removing work when the disk is full. Returns false, and
 * changes nothing, if the disk is full already. Ignores other errors.
 */
export function keepReserve(database: string): boolean {
  const path = reserveOf(database);
  let size: number | undefined;
  try {
    claimFile(path); // a folder in its place is left alone
    size = sizeOf(path);
    if (size >= RESERVE_BYTES) return true;
    const missing = randomFillSync(Buffer.allocUnsafe(RESERVE_BYTES - size)); // some file systems store no zeros
    appendFileSync(path, missing, { mode: 0o600 });
    return true;
  } catch (cause) {
    if (errorCode(cause) !== 'ENOSPC') return true;
    leave(path, size);
    return false;
  }
}

/** Does the work; where the disk is full for it, gives up the reserve and does it again. */
export function withReserve<Result>(database: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    leave(reserveOf(database), 0);
    return work();
  }
}

/** Gives up the reserve's space for the index of the log. False when only the part for removals is left. */
export function releaseReserveForIndex(database: string): boolean {
  const path = reserveOf(database);
  const rest = sizeOf(path) - INDEX_BYTES;
  return rest >= REMOVAL_BYTES && leave(path, rest);
}

const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Cuts the reserve to a size. Returns false when that fails, for example because it is missing. */
function leave(path: string, size = 0): boolean {
  try {
    claimFile(path);
    if (size > 0) truncateSync(path, size);
    else rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

export const isDiskFull = (cause: unknown): boolean => errorCode(cause) === 'SQLITE_FULL';
