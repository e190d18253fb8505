import { wasDelivered } from '#core/cards/card-message.ts';
import { folderOf, keyOfPath, toFilePath } from '#core/files/file-path.ts';
import { limitsOf, operationWords, totalsInWords, warningsIn } from '#core/files/operation-words.ts';
import type { FileOperation, FileRow, FilesWindow } from '#core/model/files.ts';
import { formatCount } from '../../text/size.ts';
import { toOperationNote, type OperationNote } from '../conversation/tool-steps.ts';

/** The lines above the files. */
export interface FilesHead {
  /** `2 files: 4 reads, 2 writes, +2 −1` */
  readonly summary: string;
  /** Changes that deserve attention. */
  readonly warnings: readonly string[];
  /** Limits of the recording: facts that it does not have. */
  readonly limits: readonly string[];
}

export function toFilesHead({ total, unfiltered, totals, commands, unread }: FilesWindow): FilesHead {
  const count = total === unfiltered ? formatCount(total) : `${formatCount(total)} of ${formatCount(unfiltered)}`;
  const what = totalsInWords(totals);
  return {
    summary: `${count} ${unfiltered === 1 ? 'file' : 'files'}${what === '' ? '' : `: ${what}`}`,
    warnings: warningsIn(totals),
    limits: limitsOf(totals, commands, unread),
  };
}

/** The heading of a file. */
export interface FileHead {
  readonly folder: string;
  readonly name: string;
  readonly counts: string;
  readonly warnings: readonly string[];
}

export function toFileHead(row: FileRow): FileHead {
  const folder = folderOf(row.path);
  const name = row.path.slice(folder.length);
  return {
    folder: folder === '' ? '' : folder + (/^[\\/]/.exec(name)?.[0] ?? ''),
    name: name.replace(/^[\\/]/, ''),
    counts: totalsInWords(row),
    warnings: warningsIn(row),
  };
}

/** An operation as a line: `wrote  +1 −1 · as proposed · allowed (#26)`. */
export interface OperationLine {
  readonly what: string;
  readonly note: OperationNote;
  readonly warning: string | null;
  readonly call: string;
}

export function toOperationLine(operation: FileOperation, isLive: boolean): OperationLine {
  const { what, warning } = operationWords(operation, isLive);
  const { call } = operation;
  return { what, note: toOperationNote(operation, isLive), warning, call: call?.title ?? call?.id ?? '' };
}

/** True if an address names a file, in any spelling. */
export const isFile = (path: string, named: string | undefined): boolean =>
  named !== undefined && keyOfPath(path) === keyOfPath(toFilePath(named, undefined));

/** Whether the texts of an operation are shown at once. */
export const showsTexts = (operation: FileOperation): boolean =>
  operation.kind === 'write'
    ? operation.added !== null
    : operation.kind === 'proposal' &&
      ['by-agent', 'unrecorded', 'rejected', 'not-written', 'open'].includes(operation.outcome);

/** The title above the texts of an operation. */
export function toTextsTitle(operation: FileOperation): string {
  if (operation.kind === 'proposal') return 'Shown changes';
  if (showsTexts(operation)) return 'Changes';
  return wasDelivered(operation) ? 'Written text' : 'Text';
}
