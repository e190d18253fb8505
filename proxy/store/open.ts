import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import Database from 'better-sqlite3';
import { migrations } from './migrations.ts';

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
export function openDatabase(path: string): Connection {
  let connection: Connection | undefined;
  try {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const isNew = path !== MEMORY && !existsSync(path);
    connection = new Database(path, { timeout: BUSY_MS });
    if (isNew) chmodSync(path, 0o600); // before anything is in it; -wal and -shm get the same mode from SQLite
    connection.pragma(`page_size = ${PAGE_BYTES}`); // heeded by a new file only
    useWal(connection);
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('secure_delete = ON'); // a removed conversation is overwritten, not just forgotten
    migrate(connection, path);
    return connection;
  } catch (cause) {
    connection?.close();
    throw asStoreError(cause, path);
  }
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
      if (sqliteCode(cause) !== 'SQLITE_BUSY' || performance.now() > until) throw cause;
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

/** SQLite's code of an error, `SQLITE_BUSY` for example; undefined for other errors. */
export const sqliteCode = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

/** Says what is wrong with the database in words. Other errors, bugs among them, come back as they are. */
export function asStoreError(cause: unknown, path: string): unknown {
  const code = sqliteCode(cause);
  if (code === undefined || cause instanceof AcptapError || !(cause instanceof Error)) return cause;
  const known = advice.find(([prefix]) => code.startsWith(prefix));
  const what = known?.[1] ?? 'set ACPTAP_HOME to another folder, or move the file away';
  return new AcptapError('store-unusable', `cannot use the database ${path}: ${cause.message} (${code}); ${what}`, {
    cause,
  });
}

const REINSTALL =
  "better-sqlite3's part for this platform is missing or does not fit: install acptap again. What is recorded meanwhile waits in the spool folder";

const advice: readonly (readonly [string, string])[] = [
  ['SQLITE_BUSY', 'another program holds it: try again when that has ended'],
  ['SQLITE_FULL', 'the disk is full: free some space; nothing recorded is lost, it waits in the spool folder'],
  ['SQLITE_NOTADB', 'this is no database: move the file away; what is in the spool folder is read into a new one'],
  ['SQLITE_CORRUPT', 'it is damaged: move the file away; what is in the spool folder is read into a new one'],
  ['SQLITE_ERROR', 'its tables are not as acptap made them: move the file away'],
  ['SQLITE_READONLY', 'make the file and its folder writable, or set ACPTAP_HOME to another folder'],
  [
    'SQLITE_CANTOPEN',
    'make sure that it is a file in a folder that you can write to, or set ACPTAP_HOME to another folder',
  ],
  ['ENOTDIR', 'a part of its path is a file: set ACPTAP_HOME to another folder'],
  ['EEXIST', 'its folder is a file: set ACPTAP_HOME to another folder'],
  ['MODULE_NOT_FOUND', REINSTALL],
  ['ERR_DLOPEN_FAILED', REINSTALL],
  ['EACCES', 'make its folder writable, or set ACPTAP_HOME to another folder'],
];
