import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { start } from './processes.ts';

/** Mounts a file system of its own on a folder. False where only others may mount one. */
export async function mountSmall(folder: string, kibibytes: number): Promise<boolean> {
  const { code } = await start(['mount', '-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder]).closed;
  if (code === 0) onTestFinished(async () => void (await start(['umount', '-l', folder]).closed));
  return code === 0;
}

/** Leaves no free page on the file system of a folder. */
export function fillUp(folder: string): void {
  const { bsize, bavail } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bsize * bavail));
}
