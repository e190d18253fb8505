import { statSync } from 'node:fs';
import type { Connection } from './open.ts';

/** The sizes of the database's files, its log included, in bytes. */
export interface Vacuumed {
  readonly before: number;
  readonly after: number;
  /** False where another program reads the database, so that its file shrinks later. */
  readonly isComplete: boolean;
}

/**
 * Writes the database anew without its free pages. SQLite does it in one transaction: an interrupted one changes nothing.
 * A database from before pages were given back gives them back from now on.
 */
export function vacuum(connection: Connection, path: string): Vacuumed {
  const emptyLog = () => (connection.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }])[0].busy === 0;
  emptyLog();
  const before = fileBytes(path);
  connection.pragma('temp_store = FILE'); // a copy in memory could be larger than memory
  connection.pragma('auto_vacuum = INCREMENTAL');
  connection.exec('VACUUM');
  const isComplete = emptyLog();
  return { before, after: fileBytes(path), isComplete };
}

const fileBytes = (path: string): number =>
  ['', '-wal'].reduce((sum, suffix) => sum + (statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0), 0);
