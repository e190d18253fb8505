import { openDatabase, type WhenFull } from './connection/open.ts';
import { fileIdentity } from '../shim/file-identity.ts';
import { createBlockWriter, type BlockWriter } from './search/block-writer.ts';
import { createFiltering, type Filtering } from './search/filtering.ts';
import { createReader, type Reader } from './read/read.ts';
import { createShippedTable, type ShippedTable } from './tables/shipped.ts';
import { asStoreError } from './connection/store-error.ts';
import { vacuum, type Vacuumed } from './keep/vacuum.ts';
import { createWriter, type Writer } from './write/write.ts';

/** One open database. */
export interface Store {
  readonly path: string;
  /** True when the file at the path is missing or another one: writes would be lost. */
  isReplaced(): boolean;
  readonly read: Reader;
  readonly filter: Filtering;
  readonly write: Writer;
  /** Builds the search index. */
  readonly index: BlockWriter;
  /** How many entries each collector has. */
  readonly shipped: () => ShippedTable;
  /** Limits the wait for another process's transaction, because a server must not block. */
  waitAtMost(ms: number): void;
  /** Writes the database anew without its free pages: see `vacuum`. */
  vacuum(): Vacuumed;
  close(): void;
}

/** @throws {AcptapError} `store-unusable`. */
export function openStore(path: string, whenFull?: WhenFull): Store {
  const { connection, file } = openDatabase(path, whenFull);
  try {
    return {
      path,
      isReplaced: () => fileIdentity(path) !== file,
      read: createReader(connection),
      filter: createFiltering(connection),
      write: createWriter(connection, path),
      index: createBlockWriter(connection),
      shipped: () => createShippedTable(connection),
      waitAtMost: (ms) => void connection.pragma(`busy_timeout = ${Math.trunc(ms)}`),
      vacuum: () => vacuum(connection, path),
      close: () => connection.close(),
    };
  } catch (cause) {
    connection.close(); // a table is missing or has other columns
    throw asStoreError(cause, path);
  }
}
