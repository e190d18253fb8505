import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** What the system reports about processes. */
export interface ProcessTable {
  /** The system's text for the start of a process; undefined where it reports none. */
  readonly startOf: (pid: number) => string | undefined;
  /** Converts a start to a number: later starts are larger. NaN for a text that is no start. */
  readonly order: (started: string) => number;
  /** The living members of a process group. */
  readonly members: (group: number) => Iterable<Member>;
}

interface Member {
  readonly started: string;
  /** The id of its real user; undefined if the process has just ended. */
  readonly owner: number | undefined;
}

/** Linux: proc(5). A start is in ticks since boot. */
const procTable: ProcessTable = {
  startOf: (pid) => processStat(pid)?.started,
  order: Number,
  *members(group) {
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? processStat(Number(name)) : undefined;
      if (stat?.group !== group || stat.state === 'Z' || stat.started === undefined) continue;
      yield { started: stat.started, owner: ownerOf(name) };
    }
  },
};

/** macOS and others: ps(1). A start is a date in UTC, to the second: `Mon Nov 23 04:01:07 2026`. */
export const psTable: ProcessTable = {
  startOf: (pid) => ps('-o', 'lstart=', '-p', String(pid)).trim() || undefined,
  order: (started) => Date.parse(`${started} UTC`),
  *members(group) {
    for (const line of ps('-A', '-o', 'pgid=', '-o', 'ruid=', '-o', 'stat=', '-o', 'lstart=').split('\n')) {
      const [pgid, owner, state = 'Z', ...started] = line.trim().split(/\s+/);
      if (Number(pgid) === group && !state.startsWith('Z')) yield { started: started.join(' '), owner: Number(owner) };
    }
  },
};

export const processTable = process.platform === 'linux' ? procTable : psTable;

/** Runs ps(1) and returns its output; empty if the process or ps itself does not exist. */
export function ps(...words: readonly string[]): string {
  try {
    return execFileSync('ps', words, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, // so that a start has the same text in every environment
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    return '';
  }
}

function ownerOf(pid: string): number | undefined {
  try {
    return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Fields of proc(5)'s `stat` (Linux). Counts from the last `)`, because the name may contain anything. */
export function processStat(pid: number) {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], group: Number(fields[2]), session: Number(fields[3]), started: fields[19] };
}
