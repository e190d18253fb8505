import { fstatSync, statSync } from 'node:fs';

/** Identifies the file at a path or behind a descriptor while it is open. Undefined for a missing file. */
export function fileIdentity(place: string | number): string | undefined {
  const stat = typeof place === 'number' ? fstatSync(place) : statSync(place, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
