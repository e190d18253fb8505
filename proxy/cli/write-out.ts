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
import { makeFolder } from '../shim/own-data.ts';
import { messageOf } from './recordings.ts';

type Content = Iterable<string> | AsyncIterable<string>;

/**
 * Writes a file that a command was asked for, with the folders above it. The file holds recorded content: its mode is 0600, also where a
 * file with another mode was before. A pipe or a device stays what it is.
 * @throws {AcptapError} `file-unusable`.
 */
export async function writeOut(path: string, content: Content): Promise<void> {
  try {
    if (isReplaceable(path)) await writeWhole(targetOf(path), content);
    else await pipeline(content, createWriteStream(path));
  } catch (cause) {
    const what = messageOf(cause).replace(/, \w+ '.*$/, ''); // without Node's call and path: the path is said
    throw new AcptapError('file-unusable', `cannot write ${path}: ${what}`, { cause });
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Written beside its place and moved there when whole, so that a full disk or an interruption leaves no half file. */
async function writeWhole(path: string, content: Content): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  const remove = () => rmSync(partial, { force: true });
  const interrupt = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal); // the handlers are gone: it ends as it would have ended without them
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

/** False for pipes and devices (`/dev/stdout`): they stay what they are and are written to. */
const isReplaceable = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

/** A link stays: the file that it names is replaced, or made. */
const targetOf = (path: string) => {
  if (!isLink(path)) return path;
  return existsSync(path) ? realpathSync(path) : resolve(dirname(path), readlinkSync(path));
};

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
