import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { start } from './processes.ts';

/** Mounts a small file system on a folder. Returns false where that is not permitted. */
export async function mountSmallDisk(folder: string, kibibytes: number): Promise<boolean> {
  const { code } = await start(['mount', '-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder]).closed;
  if (code === 0) onTestFinished(async () => void (await start(['umount', '-l', folder]).closed));
  return code === 0;
}

/** Fills the file system of a folder to its last page. */
export function fillDisk(folder: string): void {
  const { bsize, bavail } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bsize * bavail));
}
