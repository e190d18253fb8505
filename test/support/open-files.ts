import { readdirSync, readlinkSync } from 'node:fs';

/** How often this process has a file open (Linux). */
export const timesOpen = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => targetOf(`/proc/self/fd/${fd}`) === path).length;

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return ''; // closed since it was listed
  }
}
