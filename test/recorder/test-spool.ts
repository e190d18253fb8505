import { join } from 'node:path';
import { openSpool, type Spool } from '../../proxy/shim/spool.ts';
import { SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { spoolSetting } from '../support/spool-setting.ts';

/** The identity of a process that does not run. */
const GONE = { pid: 2 ** 22 + 1, started: 'long ago' };

/** Opens the spool of a recording `recorded`. */
export function openTestSpool(
  folder: string,
  shim = GONE,
  node = '',
  format = SPOOL_FORMAT,
): { path: string; spool: Spool } {
  const path = join(folder, 'spool', 'recorded.spool');
  const header = {
    'acptap-spool': format,
    id: 'recorded',
    command: ['a'],
    cwd: '/',
    startedAt: 1,
    acptap: '',
    node,
  };
  let now = 0;
  return {
    path,
    spool: openSpool(
      path,
      { ...header, shim },
      spoolSetting(path, () => ++now),
    ),
  };
}

export const line = (number: number) =>
  Buffer.from(`${`{"jsonrpc":"2.0","method":"_line","params":${number}}`.padEnd(1999)}\n`);

/** A spool of some slices: 300 lines of the agent, cut where no line ends. */
export function writeLines(spool: Spool, count = 300): Buffer {
  const all = Buffer.concat(Array.from({ length: count }, (_, number) => line(number)));
  for (let at = 0; at < all.length; at += 3001) spool.chunk('agent', all.subarray(at, at + 3001));
  return all;
}
