import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SpoolSetting } from '../../proxy/shim/spool.ts';

const bug = (cause: unknown): never => {
  throw cause;
};

/** The ports of a spool in a test that expects no trouble. */
export const spoolSetting = (path: string, elapsedUs: () => number): SpoolSetting => ({
  elapsedUs,
  prepare: () => void mkdirSync(dirname(path), { recursive: true, mode: 0o700 }),
  onTrouble: bug,
  onDeleted: bug,
  onCut: () => bug(new Error('the spool was cut')),
});
