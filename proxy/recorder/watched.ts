import { closeSync, futimesSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { claimFile, claimFolder } from '../shim/own-data.ts';

/** How often a watcher renews its mark. */
export const RENEW_MS = 1000;

/** Marks the data folder as watched, for the recorders of all running shims. */
export function markDataFolderWatched(path: string): void {
  try {
    claimFolder(dirname(path), { root: true });
    claimFile(path);
    const fd = openSync(path, 'a', 0o600);
    const now = new Date();
    futimesSync(fd, now, now);
    closeSync(fd);
  } catch {
    // A read-only folder: recorders keep their slow pace, and nothing else depends on the mark.
  }
}
