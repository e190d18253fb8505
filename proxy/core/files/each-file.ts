import type { FileRow, OperationsWindow, ShownOperation } from '#core/model/files.ts';
import type { FileFold } from './file-fold.ts';
import { operationsByFile, type Holds } from './files-window.ts';
import { showOperation, textIn, type ReadMessage } from './operation-texts.ts';

/** A file with its operations and their texts. */
export interface WholeFile {
  readonly row: FileRow;
  readonly operations: readonly ShownOperation[];
  /** The last whole text that passed. */
  readonly text: OperationsWindow['text'];
}

/** Yields one file after the other, so that memory never holds the texts of all. */
export function* eachFile(
  fold: FileFold,
  rows: readonly FileRow[],
  read: ReadMessage,
  holds?: Holds,
): Generator<WholeFile> {
  const byFile = operationsByFile(fold, holds);
  for (const row of rows)
    yield {
      row,
      operations: byFile(row.path).map((operation) => showOperation(operation, read)),
      text: row.text === null ? null : textIn(row.text, read),
    };
}
