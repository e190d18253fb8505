import Database from 'better-sqlite3';

/** Runs one statement on a database of acptap, beside the store. Returns its rows. */
export function query<T>(path: string, sql: string): T[] {
  const connection = new Database(path);
  try {
    const statement = connection.prepare<[], T>(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    connection.close();
  }
}
