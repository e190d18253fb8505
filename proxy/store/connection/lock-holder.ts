import { readFileSync, statSync } from 'node:fs';
import { visible } from '#core/wire/visible.ts';

/**
 * Describes the process whose lock keeps others from writing to a database: `process 123 (sqlite3 acptap.db)`.
 * Undefined where the system does not report locks.
 */
export function lockHolder(path: string): string | undefined {
  try {
    const files = new Set([path, `${path}-shm`].map((file) => statSync(file, { throwIfNoEntry: false })?.ino));
    const lock = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .map(parseLock)
      .find((each) => each?.mode === 'WRITE' && files.has(each.inode) && each.pid !== process.pid);
    return lock && `process ${lock.pid}${nameOf(lock.pid)}`;
  } catch {
    return undefined; // no Linux, or a /proc without it
  }
}

/** The longest command line that is shown, in characters. */
const MAX_WORDS = 120;

/**
 * A line of proc_locks(5): `1: POSIX  ADVISORY  WRITE 123 08:01:4711 120 120`. Ignores the lines of waiting processes,
 * which have an arrow.
 */
function parseLock(line: string) {
  const [, mode, pid, inode] = /^\d+: \S+ +\S+ +(\S+) (\d+) [^:]+:[^:]+:(\d+) /.exec(line) ?? [];
  return mode === undefined ? undefined : { mode, pid: Number(pid), inode: Number(inode) };
}

/** The program with its first argument, unless that is an option: options and further arguments may be secrets. */
function nameOf(pid: number): string {
  try {
    const [program = '', argument = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const words = argument.startsWith('-') ? program : `${program} ${argument}`.trim();
    return words === '' ? '' : ` (${visible(words).slice(0, MAX_WORDS)})`;
  } catch {
    return ''; // just ended
  }
}
