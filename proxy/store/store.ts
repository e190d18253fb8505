import { asStoreError, openDatabase } from './open.ts';
import { createReader, type Reader } from './read.ts';
import { createWriter, type Writer } from './write.ts';

/** One open database. */
export interface Store {
  readonly path: string;
  readonly read: Reader;
  readonly write: Writer;
  /** All or nothing: what `work` writes is there when it resolves, and none of it when it throws. Others wait to write meanwhile. */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @throws {AcptapError} `store-unusable`. */
export function openStore(path: string): Store {
  const connection = openDatabase(path);
  try {
    return {
      path,
      read: createReader(connection),
      write: createWriter(connection),
      async atomically(work) {
        connection.exec('BEGIN IMMEDIATE');
        try {
          const result = await work();
          connection.exec('COMMIT');
          return result;
        } catch (cause) {
          if (connection.inTransaction) connection.exec('ROLLBACK');
          throw asStoreError(cause, path);
        }
      },
      close: () => connection.close(),
    };
  } catch (cause) {
    connection.close(); // a table is missing or not as we made it
    throw asStoreError(cause, path);
  }
}
