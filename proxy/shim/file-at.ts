import { fstatSync, statSync } from 'node:fs';

/** Tells the file at a path, or behind a descriptor, from others as long as it is open. Undefined where there is none. */
export function fileAt(place: string | number): string | undefined {
  const stat = typeof place === 'number' ? fstatSync(place) : statSync(place, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
