import Database from 'better-sqlite3';
import { migrations } from '../connection/migrations.ts';
import { openToLook } from '../connection/open-to-look.ts';
import type { Reader } from '../read/read.ts';

/** The result of examining a database. */
export interface Examined {
  /** SQLite's first complaint about the structure of the file. Undefined for a healthy one. */
  readonly damage: string | undefined;
  readonly version: 'older' | 'ours' | 'newer';
  /** Bytes of used and of free pages. */
  readonly pages: ReturnType<Reader['pages']>;
  /** The process that reads the spool of a live recording, as JSON, by the recording's id. */
  readonly recorders: ReadonlyMap<string, string | null>;
}

/** SQLite writes a heading before the first problem. */
const HEADING = /^\*\*\* in database \w+ \*\*\*\s*/;

/** How long to wait for another process that locks the whole file. */
const BUSY_MS = 1000;

/** Looks at a database and changes nothing. @throws errors of SQLite and of loading its module. */
export function examineDatabase(path: string): Examined {
  const connection = openToLook(path, BUSY_MS);
  try {
    const pragma = (name: string) => Number(connection.pragma(name, { simple: true }));
    const version = pragma('user_version');
    const answer = String(connection.pragma('quick_check(1)', { simple: true })).replace(HEADING, '');
    return {
      damage: answer === 'ok' ? undefined : answer,
      version: version < migrations.length ? 'older' : version === migrations.length ? 'ours' : 'newer',
      pages: {
        used: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
        free: pragma('freelist_count') * pragma('page_size'),
      },
      recorders: version === migrations.length && answer === 'ok' ? recordersOf(connection) : new Map<string, null>(),
    };
  } finally {
    connection.close();
  }
}

/** Loads SQLite without a database. @throws errors of loading its module. */
export function loadSqlite(): void {
  new Database(':memory:').close();
}

function recordersOf(connection: Database.Database): Examined['recorders'] {
  const rows = connection.prepare(`SELECT id, recorder FROM recording WHERE state = 'live'`).all();
  return new Map((rows as { id: string; recorder: string | null }[]).map(({ id, recorder }) => [id, recorder]));
}
