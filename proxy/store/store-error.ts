import { AcptapError } from '#core/errors.ts';
import { ForeignFileError } from '../shim/own-data.ts';
import { lockHolder } from './lock-holder.ts';

/** The code of an error: `SQLITE_BUSY`, `ENOENT`; undefined without a code. */
export const errorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

/** Trouble that may pass by itself: a lock of another process, a full disk. */
export const isPassing = (cause: unknown): boolean =>
  /^SQLITE_(?:BUSY|FULL|LOCKED|IOERR)/.test(errorCode(cause instanceof AcptapError ? cause.cause : cause) ?? '');

/** Explains an error of the database in words. Returns other errors, bugs included, unchanged. */
export function asStoreError(cause: unknown, path: string): unknown {
  if (cause instanceof ForeignFileError)
    return new AcptapError('store-unusable', `${cause.message}: move it away, or set ACPTAP_HOME to another folder`, {
      cause,
    });
  const code = errorCode(cause);
  if (code === undefined || cause instanceof AcptapError || !(cause instanceof Error)) return cause;
  const known = advice.find(([prefix]) => code.startsWith(prefix));
  const holder = code.startsWith('SQLITE_BUSY') ? lockHolder(path) : undefined;
  const what =
    holder === undefined
      ? (known?.[1] ?? 'set ACPTAP_HOME to another folder, or move the file away')
      : `${holder} holds it: try again when that has ended`;
  return new AcptapError('store-unusable', `cannot use the database ${path}: ${cause.message} (${code}); ${what}`, {
    cause,
  });
}

const REINSTALL =
  "better-sqlite3's part for this platform is missing or does not fit: install acptap again. What is recorded meanwhile waits in the spool folder";

const FULL = 'the disk is full: free some space; nothing recorded is lost, it waits in the spool folder';

const advice: readonly (readonly [string, string])[] = [
  ['SQLITE_BUSY', 'another program holds it: try again when that has ended'],
  ['SQLITE_FULL', FULL],
  ['SQLITE_IOERR_SHM', FULL],
  ['SQLITE_NOTADB', 'this is no database: move the file away; what is in the spool folder is read into a new one'],
  ['SQLITE_CORRUPT', 'it is damaged: move the file away; what is in the spool folder is read into a new one'],
  ['SQLITE_ERROR', 'its tables are not as acptap made them: move the file away'],
  ['SQLITE_READONLY', 'make the file and its folder writable, or set ACPTAP_HOME to another folder'],
  [
    'SQLITE_CANTOPEN',
    'make sure that it is a file in a folder that you can write to, or set ACPTAP_HOME to another folder',
  ],
  ['ENOTDIR', 'a part of its path is a file: set ACPTAP_HOME to another folder'],
  ['ENOENT', 'its folder cannot be created: set ACPTAP_HOME to another folder'],
  ['ENAMETOOLONG', 'its path is too long: set ACPTAP_HOME to a shorter one'],
  ['EEXIST', 'its folder is a file: set ACPTAP_HOME to another folder'],
  ['MODULE_NOT_FOUND', REINSTALL],
  ['ERR_DLOPEN_FAILED', REINSTALL],
  ['EACCES', 'make its folder writable, or set ACPTAP_HOME to another folder'],
];
