import { chmodSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import Database from 'better-sqlite3';
import { fileAt } from '../shim/file-at.ts';
import { ownFile, ownFolder } from '../shim/own-data.ts';
import { migrations } from './migrations.ts';
import { asStoreError, errorCode } from './store-error.ts';

export type Connection = Database.Database;

/** How long a statement waits for another process's transaction. Ours take milliseconds. */
const BUSY_MS = 5000;

/** Twice what SQLite takes by itself: frames fill the pages better, and the file is a fiftieth smaller. */
const PAGE_BYTES = 8192;

/** A database in memory, for recordings that are files: read by the same statements as the real one. */
export const MEMORY = ':memory:';

/**
 * Opens the database, creating or migrating it as needed. The file is 0600 in a folder 0700: recordings are private.
 * @throws {AcptapError} `store-unusable` with the file and what to do.
 */
export function openDatabase(path: string): { readonly connection: Connection; readonly file: string | undefined } {
  let connection: Connection | undefined;
  try {
    if (path !== MEMORY) checkPlace(path);
    const isNew = path !== MEMORY && !existsSync(path);
    connection = new Database(path, { timeout: BUSY_MS });
    const file = path === MEMORY ? undefined : fileAt(path);
    if (isNew) chmodSync(path, 0o600); // before anything is in it; -wal and -shm get the same mode from SQLite
    connection.pragma(`page_size = ${PAGE_BYTES}`); // heeded by a new file only
    useWal(connection);
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('secure_delete = ON'); // a removed conversation is overwritten, not just forgotten
    migrate(connection, path);
    return { connection, file };
  } catch (cause) {
    connection?.close();
    throw asStoreError(cause, path);
  }
}

/** The folder is made. What SQLite opens has to be ours, and no link or FIFO. */
function checkPlace(path: string): void {
  ownFolder(dirname(path), { root: true });
  for (const suffix of ['', '-wal', '-shm', '-journal']) ownFile(`${path}${suffix}`);
}

/**
 * Switches to WAL. Of two who make the database at once SQLite refuses one right here, without waiting: each would wait for the
 * other. So that one tries again. (4 of 100 first uses by two processes at the same millisecond.)
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
