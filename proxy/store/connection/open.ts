import { chmodSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import Database from 'better-sqlite3';
import { fileIdentity } from '../../shim/file-identity.ts';
import { claimDatabase, claimFolder } from '../../shim/own-data.ts';
import { migrations } from './migrations.ts';
import { releaseReserveForIndex } from './reserve.ts';
import { asStoreError, errorCode } from './store-error.ts';

export type Connection = Database.Database;

/** How long a statement waits for another process's transaction. Ours take milliseconds. */
const BUSY_MS = 5000;

/** Twice SQLite's default: frames fill the pages better, and the file is 2 % smaller. */
const PAGE_BYTES = 8192;

/** A database in memory for recording files, read by the same statements. */
export const MEMORY = ':memory:';

/** An open database. `file` identifies its file; undefined for a database in memory. */
export interface OpenDatabase {
  readonly connection: Connection;
  readonly file: string | undefined;
}

/**
 * The behaviour on a full disk without room for the index of SQLite's log, which processes share. `fail`: throw.
 * `share`: free a part of the reserve for the index. `lock`: the same, and without a reserve keep the index in memory;
 * others then wait until the database is closed, so only for commands that end soon.
 */
export type WhenFull = 'fail' | 'share' | 'lock';

/**
 * Opens the database, creating or migrating it as needed. The file is 0600 in a folder 0700: recordings are private.
 * @throws {AcptapError} `store-unusable` with the file and what to do.
 */
export function openDatabase(path: string, whenFull: WhenFull = 'fail'): OpenDatabase {
  try {
    if (path !== MEMORY) checkPlace(path);
    for (;;) {
      try {
        return open(path, 'NORMAL');
      } catch (cause) {
        if (whenFull === 'fail' || !lacksIndex(cause)) throw cause;
        if (!releaseReserveForIndex(path)) break;
      }
    }
    return open(path, whenFull === 'lock' ? 'EXCLUSIVE' : 'NORMAL');
  } catch (cause) {
    throw asStoreError(cause, path);
  }
}

const lacksIndex = (cause: unknown) => errorCode(cause)?.startsWith('SQLITE_IOERR_SHM');

function open(path: string, locking: 'NORMAL' | 'EXCLUSIVE'): OpenDatabase {
  const isNew = path !== MEMORY && !existsSync(path);
  const connection = new Database(path, { timeout: BUSY_MS });
  try {
    const file = path === MEMORY ? undefined : fileIdentity(path);
    if (isNew) chmodSync(path, 0o600); // before anything is in it; -wal and -shm get the same mode from SQLite
    connection.pragma(`locking_mode = ${locking}`);
    connection.pragma(`page_size = ${PAGE_BYTES}`); // effective for a new file only
    if (connection.pragma('page_count', { simple: true }) === 0) connection.pragma('auto_vacuum = INCREMENTAL'); // a removal gives its pages back to the disk
    useWal(connection);
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    connection.pragma(`secure_delete = ${givesBack(connection) ? 'FAST' : 'ON'}`); // a removed conversation is overwritten, not just forgotten
    migrate(connection, path);
    return { connection, file };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

/** Creates the folder. The file must be ours, and no link or FIFO. */
function checkPlace(path: string): void {
  claimFolder(dirname(path), { root: true });
  claimDatabase(path);
}

/** True if removals give pages back to the disk, which then need no overwriting. False for an old database. */
const givesBack = (connection: Connection) => connection.pragma('auto_vacuum', { simple: true }) !== 0;

/**
 * Switches to WAL, and repeats on failure: when two processes create the database at once, SQLite refuses one
 * immediately, because each would wait for the other. (4 of 100 first uses at the same millisecond.)
 */
function useWal(connection: Connection): void {
  const nap = new Int32Array(new SharedArrayBuffer(4));
  for (const until = performance.now() + BUSY_MS; ; Atomics.wait(nap, 0, 0, 5)) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (cause) {
      if (errorCode(cause) !== 'SQLITE_BUSY' || performance.now() > until) throw cause;
    }
  }
}

function migrate(connection: Connection, path: string): void {
  const version = () => Number(connection.pragma('user_version', { simple: true }));
  if (version() === migrations.length) return;
  connection
    .transaction(() => {
      if (version() > migrations.length)
        throw new AcptapError(
          'store-unusable',
          `the database ${path} was written by a newer acptap: install that one, or set ACPTAP_HOME to another folder`,
        );
      for (const migration of migrations.slice(version())) connection.exec(migration);
      connection.pragma(`user_version = ${migrations.length}`);
    })
    .immediate();
}
