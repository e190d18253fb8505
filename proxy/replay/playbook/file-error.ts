import { AcptapError } from '#core/errors.ts';
import { cutAfter } from '#core/text/cut.ts';

/** Explains a system's error about a path, and what to do. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: check the path',
  EISDIR: 'it is a folder: name a file in it',
  ENOTDIR: 'a part of the path is a file, not a folder: check the path',
  EACCES: 'permission denied: check the permissions of the file and its folders',
  EPERM: 'the system does not permit it: check the permissions of the file and its folders',
  ELOOP: 'its symbolic links lead in a circle: remove one of them',
  ENAMETOOLONG: 'the path is too long: give a shorter one',
  EROFS: 'the file system is read-only: choose another place',
  ENOSPC: 'the disk is full: free some space',
  EFBIG: 'the file would be larger than the system permits: raise the limit (ulimit -f)',
  EDQUOT: 'your disk quota is used up: free some space',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine: close other programs',
  EIO: 'the disk reports an error: check it',
  EBUSY: 'another program uses it: close that first',
  ETXTBSY: 'another program runs it: end that first',
  ENXIO: 'it is a device or socket that cannot be opened: name a file',
};

/** A missing folder is created, so it is missing only where that fails. */
const WRITING = { ...WORDS, ENOENT: 'its folder is missing and cannot be created: choose another place' };

const LONGEST_PATH = 200;

/** The error for people when a file or folder cannot be used. Undefined for other errors, which are bugs. */
export function fileError(cause: unknown, path?: string): AcptapError | undefined {
  const why = explained(cause, WORDS);
  if (why === undefined) return undefined;
  const named = path ?? (cause as NodeJS.ErrnoException).path;
  const where = named === undefined ? '' : `cannot use ${cutAfter(named, LONGEST_PATH)}: `;
  return new AcptapError('file-unusable', `${where}${why}`, { cause });
}

/** The error for people when `what`, a path, cannot be written. */
export function writeError(cause: unknown, what: string): AcptapError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const why = explained(cause, WRITING) ?? message.replace(/, \w+ '.*$/, ''); // without call and path, which are known
  return new AcptapError('file-unusable', `cannot write ${cutAfter(what, LONGEST_PATH)}: ${why}`, { cause });
}

function explained(cause: unknown, words: Readonly<Record<string, string>>): string | undefined {
  const { code = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  return words[code] === undefined ? undefined : `${words[code]} (${code})`;
}
