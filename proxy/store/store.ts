import { asStoreError, openDatabase } from './open.ts';
import { createFiltering, type Filtering } from './filtering.ts';
import { createReader, type Reader } from './read.ts';
import { createWriter, type Writer } from './write.ts';

/** One open database. */
export interface Store {
  readonly path: string;
  readonly read: Reader;
  readonly filter: Filtering;
  readonly write: Writer;
  /** From now on a statement waits this long at most for another process's transaction. A server must not stand still. */
  waitAtMost(ms: number): void;
  close(): void;
}

/** @throws {AcptapError} `store-unusable`. */
export function openStore(path: string): Store {
  const connection = openDatabase(path);
  try {
    return {
      path,
      read: createReader(connection),
      filter: createFiltering(connection),
      write: createWriter(connection),
      waitAtMost: (ms) => void connection.pragma(`busy_timeout = ${Math.trunc(ms)}`),
      close: () => connection.close(),
    };
  } catch (cause) {
    connection.close(); // a table is missing or not as we made it
    throw asStoreError(cause, path);
  }
}
