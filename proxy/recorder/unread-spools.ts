import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../shim/process-identity.ts';
import { openSpoolReader } from './spool-reader.ts';

/** A recording as the beginning of its spool describes it, without the database. */
export interface UnreadSpool {
  readonly id: string;
  readonly name: string | undefined;
  readonly command: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  /** True while its shim runs. */
  readonly isLive: boolean;
}

/** The unread spools of a folder, newest first, without those with an unreadable beginning. */
export function unreadSpools(folder: string): readonly UnreadSpool[] {
  return spoolFiles(folder)
    .map(readBeginning)
    .filter((spool) => spool !== undefined)
    .toSorted((one, next) => next.startedAt.localeCompare(one.startedAt));
}

/** Paths of the spools in a folder; empty if nothing was ever recorded. */
export function spoolFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.spool'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readBeginning(path: string): UnreadSpool | undefined {
  try {
    const reader = openSpoolReader(path);
    if (!reader) return undefined;
    reader.close();
    const { id, name, command, startedAt, shim } = reader.header;
    return { id, name, command, startedAt: new Date(startedAt).toISOString(), isLive: isAlive(shim) };
  } catch {
    return undefined; // its reader will report the error
  }
}
