import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AcptapError } from '#core/errors.ts';

/** A settings file as it was read. */
export interface SettingsFile {
  /** The path that the editor uses. */
  readonly path: string;
  /** The file itself, when the path is a link: dotfiles often are. */
  readonly real: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/**
 * Reads a settings file. Undefined if the file does not exist. @throws {AcptapError} `file-unusable`, and errors of the
 * system.
 */
export function readSettings(path: string): SettingsFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isFile()) throw new AcptapError('file-unusable', `${path} is not a file`, { advice: 'move it away' });
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes))
    throw new AcptapError('file-unusable', `${path} is not UTF-8 text`, { advice: 'save it as UTF-8 in the editor' });
  return { path, real: realpathSync(path), bytes, text };
}

/**
 * Replaces a settings file in one step: editors never read half a file, a power failure leaves none. Keeps the mode,
 * the owner and links. @throws {AcptapError} `file-unusable` if the file has changed since it was read.
 */
export function replaceSettings({ path, real, bytes }: SettingsFile, next: Uint8Array | string): void {
  const { mode, uid, gid } = statSync(real);
  if (!readFileSync(real).equals(bytes))
    throw new AcptapError('file-unusable', `${path} has changed meanwhile: nothing was written; run the command again`);
  writeBeside(real, next, (fd, { uid: ours, gid: group }) => {
    if (uid !== ours || gid !== group) fchownSync(fd, uid, gid);
    fchmodSync(fd, mode & 0o7777);
  });
}

/** Writes a file of ours beside the settings, readable by us only. */
export const writeOwnFile = (path: string, content: string): void => writeBeside(path, content, () => {});

function writeBeside(
  path: string,
  content: Uint8Array | string,
  adopt: (fd: number, now: { readonly uid: number; readonly gid: number }) => void,
): void {
  const part = `${path}.${process.pid}.part`;
  const fd = openSync(part, 'wx', 0o600);
  try {
    try {
      adopt(fd, statSync(part));
      writeFileSync(fd, content);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(part, path);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
  syncFolder(dirname(path));
}

/** Makes a rename survive a power failure, where the system can. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // Windows cannot open a folder.
  }
}

/** Copies the settings beside them under the first free name, and returns that. */
export function backUp({ real, bytes }: SettingsFile): string {
  const { mode } = statSync(real);
  for (let number = 1; ; number++) {
    const path = `${real}.acptap-backup${number === 1 ? '' : `-${number}`}`;
    try {
      writeFileSync(path, bytes, { flag: 'wx', mode: mode & 0o777, flush: true });
      return path;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
  }
}
