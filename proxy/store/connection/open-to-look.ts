import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Opens a database that exists, and leaves the data folder unchanged when closed. @throws errors of SQLite and of
 * loading its module.
 */
export function openToLook(path: string, busyMs: number): Database.Database {
  // A read-only connection creates a log file and cannot remove it at the end. So a writable connection is used where
  // no log file exists and one can be created. `query_only` keeps it from writing.
  const connection = new Database(path, {
    readonly: existsSync(`${path}-wal`) || !isWritable(path) || !isWritable(dirname(path)),
    fileMustExist: true,
    timeout: busyMs,
  });
  connection.pragma('query_only = ON');
  return connection;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
