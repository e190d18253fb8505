import { migrations } from './migrations.ts';
import { openToLook } from './open-to-look.ts';

/** A recording, as a completion offers it. */
export interface NamedRecording {
  readonly id: string;
  readonly name: string | null;
  readonly command: readonly string[];
}

/** How long to wait for another process's lock: a person prefers no completion to a late one. */
const BUSY_MS = 200;

/**
 * Reads the newest recordings, and changes nothing in the data folder. Empty for a database of another release. @throws
 * errors of SQLite.
 */
export function newestNames(path: string, limit: number): readonly NamedRecording[] {
  const connection = openToLook(path, BUSY_MS);
  try {
    if (connection.pragma('user_version', { simple: true }) !== migrations.length) return [];
    const rows = connection
      .prepare(
        `SELECT id, coalesce(given_name, name) AS name, command FROM recording WHERE importer IS NULL
         ORDER BY started_at DESC, no DESC LIMIT ?`,
      )
      .all(limit) as { id: string; name: string | null; command: string }[];
    return rows.map((row) => ({ ...row, command: JSON.parse(row.command) as string[] })); // written by write.ts
  } finally {
    connection.close();
  }
}
