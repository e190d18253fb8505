import { fstatSync, statSync } from 'node:fs';

/** Returns device and inode of a file by its path or descriptor: unique while it is open. Undefined if missing. */
export function fileIdentity(place: string | number): string | undefined {
  const stat = typeof place === 'number' ? fstatSync(place) : statSync(place, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
