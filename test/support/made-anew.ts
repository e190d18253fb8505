import type Database from 'better-sqlite3';
import { FOLD_AGAIN } from '../../proxy/store/migrations.ts';

/** Empties what is derived, as a migration does that changes it. */
export function makeAnew(connection: Database.Database): void {
  connection.exec(FOLD_AGAIN);
}
