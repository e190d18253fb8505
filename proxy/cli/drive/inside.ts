import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { cutAfter } from '#core/text/cut.ts';

/** A path outside of the workspace, with a message for the agent. */
export class OutsideError extends Error {
  constructor(path: string, why: string) {
    super(`${clipped(path)} ${why}`);
    this.name = 'OutsideError';
  }
}

/**
 * Resolves an agent's path inside `root`, which must contain no links. Follows links of an existing path; the nearest
 * existing folder of a missing path must be inside.
 * @throws {OutsideError} for a relative path, or one that leaves the root by `..`, by a link or directly.
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
 * Opens a file inside `root`. For writing, creates it and its folders if missing, and does not truncate it. Follows no
 * link after the check of the path, so a link that a command adds in between leads nowhere.
 * @throws {OutsideError} as `resolveInside`; errors of the file system like `ENOENT`.
 */
export async function openInside(root: string, path: string, use: 'read' | 'write'): Promise<FileHandle> {
  const real = await resolveInside(root, path);
  const handle = process.platform === 'linux' ? await walk(root, real, use) : await openByPath(real, use);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new OutsideError(path, 'is not a regular file');
}

/** Cuts a long path for messages. */
export const clipped = (path: string): string => cutAfter(path, 200);

const { O_RDONLY, O_WRONLY, O_CREAT } = constants;
/** Windows lacks them, whatever their types say. */
const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** O_NONBLOCK, because a named pipe must not block us. */
const flagsFor = (use: 'read' | 'write') => (use === 'write' ? O_WRONLY | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;

/** Opens folder after folder, each by the descriptor of its parent (Linux), because Node has no `openat`. */
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

/** Opens by path on other systems: only the last name is safe from a link added in between. */
async function openByPath(real: string, use: 'read' | 'write'): Promise<FileHandle> {
  if (use === 'write') await mkdir(dirname(real), { recursive: true });
  return open(real, flagsFor(use), 0o666);
}

const isBelow = (root: string, path: string) =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/** The real path of the existing part, with the rest unchanged. @throws {OutsideError} for a dangling link. */
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
