import type Database from 'better-sqlite3';
import { FOLD_AGAIN } from '../../proxy/store/connection/migrations.ts';

/** Empties the derived tables, as a migration that changes them does. */
export function foldAgain(connection: Database.Database): void {
  connection.exec(FOLD_AGAIN);
}
