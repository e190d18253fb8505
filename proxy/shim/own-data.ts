import { chmodSync, constants, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** A part of the data folder that is not ours, or not what it should be. It is neither read nor written. */
export class NotOurs extends Error {}

/** `ours`: nobody else can change it. `open`: it is ours, and others can. */
type Verdict = 'ours' | 'open' | { readonly refused: string };

const { S_IFMT, S_IFDIR, S_IFREG, S_IFLNK } = constants;
const STICKY = 0o1000;

/** Others may not write to the folder; its files are not for others at all. */
const FORBIDDEN = { folder: 0o022, file: 0o077 } as const;
const RIGHT = { folder: 0o700, file: 0o600 } as const;

/** `us`: our user id; undefined on Windows, where owners and modes say nothing. */
export function judgeOwner(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  kind: 'folder' | 'file',
  us: number | undefined,
): Verdict {
  const type = mode & S_IFMT;
  if (type === S_IFLNK) return { refused: 'is a symbolic link' };
  if (type !== (kind === 'folder' ? S_IFDIR : S_IFREG)) return { refused: `is no ${kind}` };
  if (us === undefined) return 'ours';
  if (uid !== us) return us === 0 ? 'ours' : { refused: `belongs to another user (uid ${uid})` };
  if ((mode & FORBIDDEN[kind]) === 0) return 'ours';
  return us === 0 && mode & STICKY ? 'ours' : 'open'; // /tmp stays as it is: others cannot take away what is ours in it
}

/**
 * Makes a folder of the data folder, or checks the one that is there: it has to be ours, and is closed to others where they may write. A
 * link is followed only where `root` says so: the user has chosen it. Returns false where the file system keeps no permissions.
 * @throws {NotOurs}, and what making a folder throws.
 */
export function ownFolder(path: string, { root = false } = {}): boolean {
  const look = root ? statSync : lstatSync;
  const there = look(path, { throwIfNoEntry: false });
  if (there) return own(path, there, 'folder', look);
  makeFolder(path, 0o700);
  return own(path, look(path), 'folder', look);
}

/** The line for a file system without permissions. */
export const withoutModes = (root: string): string =>
  `the file system of ${root} keeps no permissions: other users of this machine may read the recordings there; set ACPTAP_HOME to a folder elsewhere`;

/** Checks a file of the data folder before it is opened. A missing one is fine. @throws {NotOurs} */
export function ownFile(path: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there) own(path, there, 'file', lstatSync);
}

function own(path: string, stat: Stats, kind: 'folder' | 'file', look: (path: string) => Stats): boolean {
  const us = process.getuid?.();
  const verdict = judgeOwner(stat, kind, us);
  if (verdict === 'ours') return true;
  if (verdict !== 'open') throw new NotOurs(`${path} ${verdict.refused}`);
  try {
    chmodSync(path, RIGHT[kind]);
  } catch {
    return false; // a file system that is read-only or has no permissions
  }
  return judgeOwner(look(path), kind, us) === 'ours';
}

/**
 * Makes a folder and those above it, step by step. `recursive` never ends where the parent is there and the folder cannot be made:
 * below /proc, in a deleted folder, on some network file systems.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) {
    try {
      mkdirSync(each, { mode });
    } catch (cause) {
      if (!isFolder(each)) throw cause; // else somebody else was faster
    }
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
