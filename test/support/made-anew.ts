import type Database from 'better-sqlite3';
import { migrations } from '../../proxy/store/migrations.ts';

/** Drops what is derived and makes its tables anew, as a migration does that changes them. */
export function makeAnew(connection: Database.Database): void {
  for (const migration of migrations.filter((step) => step.includes('DROP TABLE'))) connection.exec(migration);
}
