import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { spoolFiles } from '../../recorder/unread-spools.ts';
import { parseSpoolHeader } from '../../recorder/spool-header.ts';
import { checkOwner } from '../../shim/own-data.ts';
import { isAlive } from '../../shim/process-identity.ts';
import type { SpoolHeader } from '../../shim/spool-format.ts';

/** A spool file: its header, or the reason why it is unreadable. */
export interface SpoolState {
  readonly path: string;
  readonly header: SpoolHeader | undefined;
  readonly problem: Error | undefined;
  /** True while its shim runs. */
  readonly isLive: boolean;
}

/** The bytes read for the first line of a spool: enough unless the agent's command is very long. */
const HEADER_BYTES = 256 * 1024;

/** Reads the beginning of each spool. Unlike the recorder it claims no file, because claiming may change its mode. */
export const readSpools = (folder: string): readonly SpoolState[] => spoolFiles(folder).map(readSpool);

function readSpool(path: string): SpoolState {
  try {
    const verdict = checkOwner(lstatSync(path), 'file', process.getuid?.());
    if (typeof verdict === 'object') throw new Error(`it ${verdict.refused}`);
    const header = parseSpoolHeader(firstLine(path));
    return { path, header, problem: undefined, isLive: isAlive(header.shim) };
  } catch (cause) {
    return { path, header: undefined, problem: cause as Error, isLive: false };
  }
}

function firstLine(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const [line = ''] = bytes.toString('utf8', 0, readSync(fd, bytes)).split('\n');
    return line;
  } finally {
    closeSync(fd);
  }
}
