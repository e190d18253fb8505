import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** A path that is none of the workspace's, in words for the agent. */
export class OutsideError extends Error {
  constructor(path: string, why: string) {
    super(`${clipped(path)} ${why}`);
    this.name = 'OutsideError';
  }
}

/**
 * Resolves a path of the agent's inside `root`, which has to be free of links itself. What is there is followed through its links; what is
 * not there has to have its nearest existing folder inside.
 * @throws {OutsideError} for a path that is relative, or leaves the root by `..`, by being another or through a link.
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  if (!isAbsolute(path)) throw new OutsideError(path, 'is not absolute');
  const wanted = resolve(path);
  if (!isBelow(root, wanted)) throw new OutsideError(path, `is outside of the workspace ${root}`);
  const real = await realpathOfExisting(wanted);
  if (!isBelow(root, real)) throw new OutsideError(path, `leads out of the workspace ${root}`);
  return real;
}

/**
 * Opens a file inside `root`; for writing it is made, with its folders, if it is not there, and not emptied yet. After the look at the
 * path no link is followed any more: one that is put in between, by a command of the agent, leads nowhere.
 * @throws {OutsideError} as `resolveInside`; `ENOENT` and the like of the file system.
 */
export async function openInside(root: string, path: string, use: 'read' | 'write'): Promise<FileHandle> {
  const real = await resolveInside(root, path);
  const handle = process.platform === 'linux' ? await walk(root, real, use) : await openByPath(real, use);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new OutsideError(path, 'is not a regular file');
}

/** A path in words: no more of it than a person reads. */
export const clipped = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);

const { O_RDONLY, O_WRONLY, O_CREAT } = constants;
/** Windows lacks them, whatever their types say. */
const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** O_NONBLOCK: a named pipe must not stop us. */
const flagsFor = (use: 'read' | 'write') => (use === 'write' ? O_WRONLY | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;

/** Goes from folder to folder, each opened in the one before, which Node has no call for: but Linux has paths for open files. */
async function walk(root: string, real: string, use: 'read' | 'write'): Promise<FileHandle> {
  const names = relative(root, real).split(sep);
  const last = names.pop() ?? '';
  let folder = await open(root, O_DIRECTORY);
  const at = (name: string) => `/proc/self/fd/${folder.fd}/${name}`;
  try {
    for (const name of names) {
      if (use === 'write') await mkdir(at(name)).catch(ifThere);
      const next = await open(at(name), O_DIRECTORY | O_NOFOLLOW);
      await folder.close();
      folder = next;
    }
    return await open(at(last), flagsFor(use), 0o666);
  } finally {
    await folder.close();
  }
}

function ifThere(cause: unknown): void {
  if (!hasCode(cause, 'EEXIST')) throw cause;
}

/** Elsewhere only the last name is safe from a link that is put in between. */
async function openByPath(real: string, use: 'read' | 'write'): Promise<FileHandle> {
  if (use === 'write') await mkdir(dirname(real), { recursive: true });
  return open(real, flagsFor(use), 0o666);
}

const isBelow = (root: string, path: string) =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/** The real path of what exists of it, and the rest as it is: `..` is gone already. A link to nothing is not nothing. */
async function realpathOfExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (!isMissing(cause) || dirname(path) === path) throw cause;
    if (await isLink(path)) throw new OutsideError(path, 'is a link to nothing');
    const parent = await realpathOfExisting(dirname(path));
    return resolve(parent, path.slice(dirname(path).length + (dirname(path).endsWith(sep) ? 0 : 1)));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

export const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

const hasCode = (cause: unknown, code: string) => cause instanceof Error && 'code' in cause && cause.code === code;
