import { AcptapError } from '#core/errors.ts';
import { ForeignFileError } from '../../shim/own-data.ts';
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
    return new AcptapError('store-unusable', cause.message, {
      advice: 'move it away, or set ACPTAP_HOME to another folder',
      cause,
    });
  const code = errorCode(cause);
  if (code === undefined || cause instanceof AcptapError || !(cause instanceof Error)) return cause;
  const known = KNOWN.find(([prefix]) => code.startsWith(prefix));
  const [, advice, meaning] = known ?? [code, 'set ACPTAP_HOME to another folder, or move the file away'];
  const holder = code.startsWith('SQLITE_BUSY') ? lockHolder(path) : undefined;
  const why = holder === undefined ? meaning : `${holder} holds it`;
  const said = cause.message.replaceAll(/\s*\n\s*/g, ' '); // many lines for a module that does not load
  const problem = `cannot use the database ${path}: ${said} (${code})${why === undefined ? '' : `; ${why}`}`;
  return new AcptapError('store-unusable', problem, { advice, cause });
}

/** Codes that begin with `prefix`. */
type Known = readonly [prefix: string, advice: string, meaning?: string];

const REINSTALL = [
  'install acptap again; new recordings wait in the spool folder',
  "better-sqlite3's part for this platform is missing or does not fit",
] as const;

const FULL = ['free some space; nothing recorded is lost, it waits in the spool folder', 'the disk is full'] as const;

const MOVE_AWAY = 'move the file away; the spool folder is read into a new database';

const ELSEWHERE = 'set ACPTAP_HOME to another folder';

const KNOWN: readonly Known[] = [
  ['SQLITE_BUSY', 'try again when that has ended', 'another program holds it'],
  ['SQLITE_FULL', ...FULL],
  ['SQLITE_IOERR_SHM', ...FULL],
  ['SQLITE_NOTADB', MOVE_AWAY, 'this is no database'],
  ['SQLITE_CORRUPT', MOVE_AWAY, 'it is damaged'],
  ['SQLITE_ERROR', 'move the file away', 'its tables are not as acptap made them'],
  ['SQLITE_READONLY', `make the file and its folder writable, or ${ELSEWHERE}`],
  ['SQLITE_CANTOPEN', `make sure that it is a file in a folder that you can write to, or ${ELSEWHERE}`],
  ['ENOTDIR', ELSEWHERE, 'a part of its path is a file'],
  ['ENOENT', ELSEWHERE, 'its folder cannot be created'],
  ['ENAMETOOLONG', 'set ACPTAP_HOME to a shorter one', 'its path is too long'],
  ['EEXIST', ELSEWHERE, 'its folder is a file'],
  ['MODULE_NOT_FOUND', ...REINSTALL],
  ['ERR_DLOPEN_FAILED', ...REINSTALL],
  ['EACCES', `make its folder writable, or ${ELSEWHERE}`],
];
