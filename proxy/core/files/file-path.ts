import { isAbsolute } from '#core/text/is-absolute.ts';

const isWindows = (path: string) => /^(?:[a-z]:|\\\\)/iu.test(path);

/** True for an absolute path, and for a drive alone, which agents give as the folder of a session. */
const isRooted = (path: string) => isAbsolute(path) || /^[a-z]:$/iu.test(path);

/** An absolute path without `.` and `..`. A relative path belongs to the folder of its session, if that is known. */
export function toFilePath(path: string, cwd: string | undefined): string {
  const whole = isRooted(path) || cwd === undefined || !isRooted(cwd) ? path : `${cwd}/${path}`;
  const separator = isWindows(whole) ? '\\' : '/';
  const [root = ''] = /^(?:[a-z]:[\\/]?|\\\\|\/)/iu.exec(whole) ?? [];
  const names: string[] = [];
  for (const name of whole.slice(root.length).split(isWindows(whole) ? /[\\/]/ : '/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '..' || root === '') names.push(name);
  }
  return root.replaceAll('/', separator).replace(/^[a-z]:$/iu, `$&${separator}`) + names.join(separator);
}

/** The same for all spellings of a path: Windows ignores case. */
export const keyOfPath = (path: string): string => (isWindows(path) ? path.toLowerCase() : path);

/** True if a path ends with the names of another, which may be relative: `/work/src/a.ts` with `src/a.ts`. */
export const endsWithPath = (path: string, end: string): boolean =>
  path.endsWith(end) && (path.length === end.length || /[\\/]/.test(path.charAt(path.length - end.length - 1)));

/** The folder of a file. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), isWindows(path) ? path.lastIndexOf('\\') : -1);
  return end === -1 ? '' : path.slice(0, Math.max(end, 1));
}

/** True for a file below a folder, and for the folder itself. */
export function isWithin(path: string, folder: string): boolean {
  if (folder === '') return true;
  const [key, below] = [keyOfPath(path), keyOfPath(toFilePath(folder, undefined))];
  if (key === below) return true;
  return key.startsWith(below) && (/[\\/]$/.test(below) || /^[\\/]/.test(key.slice(below.length))); // a root ends with its separator
}
