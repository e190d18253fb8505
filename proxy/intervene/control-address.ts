import { join } from 'node:path';

/** Longer names of sockets are cut off by the system, or refused. */
const MAX_BYTES = process.platform === 'linux' ? 107 : 103;

/** The ending of files that name a control socket. */
export const SOCKET = '.sock';

/** Where a running shim listens: a socket in the spool folder. On Windows a named pipe, and an empty file that names it. */
export function controlAddress(folder: string, id: string): { readonly file: string; readonly address: string } {
  const file = join(folder, `${id}${SOCKET}`);
  return { file, address: process.platform === 'win32' ? `\\\\.\\pipe\\acptap-${id}` : file };
}

/** True if the system takes a socket of this name. */
export const isShortEnough = (file: string): boolean =>
  process.platform === 'win32' || Buffer.byteLength(file) <= MAX_BYTES;
