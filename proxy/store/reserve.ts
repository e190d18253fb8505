import { randomFillSync } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './store-error.ts';

/** Enough for the log of one small step of a removal. */
const RESERVE_BYTES = 1024 * 1024;

const reserveOf = (database: string) => join(dirname(database), 'reserve');

/** Keeps some space beside the database, so that removing a recording works when the disk is full. Does nothing without the space. */
export function keepReserve(database: string): void {
  const path = reserveOf(database);
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
    rmSync(path, { force: true });
    writeFileSync(path, randomFillSync(Buffer.allocUnsafe(RESERVE_BYTES)), { mode: 0o600, flag: 'wx' }); // some file systems store no zeros
  } catch (cause) {
    // EEXIST: another process was faster. A folder in its place is left alone.
    if (errorCode(cause) === 'ENOSPC') rmSync(path, { force: true });
  }
}

/** Does the work; where the disk is full for it, gives up the reserve and does it again. */
export function withReserve<Result>(database: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    giveUp(reserveOf(database));
    return work();
  }
}

function giveUp(reserve: string): void {
  try {
    rmSync(reserve, { force: true });
  } catch {
    // a folder in its place: then there is no reserve
  }
}

export const isDiskFull = (cause: unknown): boolean => errorCode(cause) === 'SQLITE_FULL';
