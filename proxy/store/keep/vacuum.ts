import { statSync } from 'node:fs';
import type { Connection } from '../connection/open.ts';

/** The sizes of the database's files, its log included, in bytes. */
export interface Vacuumed {
  readonly before: number;
  readonly after: number;
  /** False where another program reads the database, so that its file shrinks later. */
  readonly isComplete: boolean;
}

/**
 * Writes the database anew without its free pages, in one transaction: an interrupted one changes nothing. From then on
 * removals give pages back to the disk, also in a database of an old release.
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
