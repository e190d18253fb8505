import { chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** A part of the data folder that is not ours or of a wrong kind. It is neither read nor written. */
export class ForeignFileError extends Error {}

/** `ours`: only we can change it. `open`: it is ours, but others can change it. */
type Verdict = 'ours' | 'open' | { readonly refused: string };

const { S_IFMT, S_IFDIR, S_IFREG, S_IFSOCK, S_IFLNK } = constants;

type Kind = 'folder' | 'file' | 'socket';

const TYPES: Readonly<Record<Kind, number>> = { folder: S_IFDIR, file: S_IFREG, socket: S_IFSOCK };
const STICKY = 0o1000;

/** Permission bits that others must not have on our folders and files: all of them. */
const FORBIDDEN = 0o077;
/** Others may list a folder that also holds other things. They see our names there, but can open nothing of ours. */
const FORBIDDEN_IN_SHARED = 0o022;

/**
 * The result of `claimFolder`. `closed`: others had access until now. `without-modes`: the file system keeps no
 * permissions.
 */
type FolderState = 'ours' | 'closed' | 'without-modes';

/** Judges type, owner and mode of a path. `us` is our user id; undefined on Windows, which has no owners and modes. */
export function checkOwner(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  kind: Kind,
  us: number | undefined,
  forbidden = FORBIDDEN,
): Verdict {
  const type = mode & S_IFMT;
  if (type === S_IFLNK) return { refused: 'is a symbolic link' };
  if (type !== TYPES[kind]) return { refused: `is not a ${kind}` };
  if (us === undefined) return 'ours';
  if (uid !== us) return us === 0 ? 'ours' : { refused: `belongs to another user (uid ${uid})` };
  if ((mode & forbidden) === 0) return 'ours';
  return us === 0 && mode & STICKY ? 'ours' : 'open'; // leave /tmp unchanged: others cannot remove our files from it
}

/**
 * Creates or checks a folder of the data folder. It must be ours; removes others' access. With `root`, follows a link,
 * and lets others read a folder that also holds other things, because the user chose it.
 * @throws {ForeignFileError}, and errors of creating a folder.
 */
export function claimFolder(path: string, { root = false } = {}): FolderState {
  const look = root ? statSync : lstatSync;
  const there = look(path, { throwIfNoEntry: false });
  if (!there) makeFolder(path, 0o700);
  return claim(path, there ?? look(path), 'folder', look, root && there ? () => forbiddenIn(path) : undefined);
}

const forbiddenIn = (root: string) => forbiddenBits(readdirSync(root));

/** The forbidden permissions of others on a data folder with these names in it. */
export const forbiddenBits = (names: readonly string[]): number =>
  names.every((name) => OWN_NAME.test(name)) ? FORBIDDEN : FORBIDDEN_IN_SHARED;

/** The names that acptap itself creates in the data folder, such as `acptap.db-wal` and `spool`. */
const OWN_NAME = /^(?:acptap\b.*|spool|watched|reserve|indexing)$/;

/** The notice for `closed`. */
export const closedNotice = (root: string): string =>
  `other users of this machine had access to ${root}: their permissions were removed`;

/** The notice for a file system without permissions. */
export const noModesNotice = (root: string): string =>
  `the file system of ${root} keeps no permissions: other users of this machine may read the recordings there; set ACPTAP_HOME to a folder elsewhere`;

/** Checks a file of the data folder before it is opened. A missing one is fine. @throws {ForeignFileError} */
export function claimFile(path: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there) claim(path, there, 'file', lstatSync);
}

/** Checks a socket before the first message to it. @throws {ForeignFileError} if another user may have access to it. */
export function claimSocket(path: string): void {
  if (claim(path, lstatSync(path), 'socket', lstatSync) === 'without-modes')
    throw new ForeignFileError(`${path} may be open to other users`);
}

/** Checks the database and SQLite's files beside it. @throws {ForeignFileError} */
export function claimDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) claimFile(`${path}${suffix}`);
}

function claim(
  path: string,
  stat: Stats,
  kind: Kind,
  look: (path: string) => Stats,
  forbiddenHere = () => FORBIDDEN,
): FolderState {
  const us = process.getuid?.();
  const verdict = checkOwner(stat, kind, us);
  if (verdict === 'ours') return 'ours';
  if (verdict !== 'open') throw new ForeignFileError(`${path} ${verdict.refused}`);
  const forbidden = forbiddenHere();
  if (checkOwner(stat, kind, us, forbidden) === 'ours') return 'ours';
  try {
    chmodSync(path, ((stat.mode & 0o777) | (kind === 'folder' ? 0o700 : 0o600)) & ~forbidden);
  } catch {
    return 'without-modes'; // a read-only file system, or one without permissions
  }
  return checkOwner(look(path), kind, us, forbidden) === 'ours' ? 'closed' : 'without-modes';
}

/**
 * Creates a folder and its parents, one by one. `recursive` never returns where the parent exists and the folder cannot
 * be created: below /proc, in a deleted folder, on some network file systems.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) {
    try {
      mkdirSync(each, { mode });
    } catch (cause) {
      if (!isFolder(each)) throw cause; // otherwise another process was faster
    }
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
