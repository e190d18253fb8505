import {
  createWriteStream,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AcptapError } from '#core/errors.ts';
import { writeError } from '../../replay/playbook/file-error.ts';
import { makeFolder } from '../../shim/own-data.ts';

type Content = Iterable<string> | AsyncIterable<string>;

/**
 * Writes a file for a command, and creates its folders. The file contains recorded content, so its mode becomes 0600
 * even if it existed. Pipes and devices stay what they are.
 * @throws {AcptapError} `file-unusable`.
 */
export async function writeOut(path: string, content: Content): Promise<void> {
  try {
    if (isReplaceable(path)) await writeWhole(targetOf(path), content);
    else await pipeline(content, createWriteStream(path));
  } catch (cause) {
    if (cause instanceof AcptapError) throw cause; // the recording could not be read
    throw writeError(cause, path);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Writes beside the target and renames it when complete, so that no failure leaves half a file. */
async function writeWhole(path: string, content: Content): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  const remove = () => rmSync(partial, { force: true });
  const interrupt = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal); // without our handlers the signal ends the process as usual
  };
  makeFolder(dirname(path));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    renameSync(partial, path);
  } catch (cause) {
    remove();
    throw cause;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
  }
}

/** False for pipes and devices (`/dev/stdout`), which are written directly. */
const isReplaceable = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

/** Follows a link, so that its target is replaced or created. */
const targetOf = (path: string) => {
  if (!isLink(path)) return path;
  return existsSync(path) ? realpathSync(path) : resolve(dirname(path), readlinkSync(path));
};

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
