import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processStat, processTable, ps, type ProcessTable } from './process-table.ts';

/** Identifies a process, even after another process got its pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as the platform writes it. Undefined where the platform does not report it: only the pid counts. */
  readonly started: string | undefined;
  /** The machine, boot and container of the pid, because several may share a data folder. Undefined where unknown. */
  readonly where?: string | undefined;
  /** User id of the owner of the spool that names this process: only processes of this user are signalled. */
  readonly owner?: number | undefined;
}

/** Identifies the process that has this pid now. Takes tens of microseconds on Linux, a subprocess elsewhere. */
export const identify = (pid: number): ProcessIdentity => ({ pid, started: startOf(pid), where: here() });

/**
 * True while exactly this process runs; zombies and reused pids do not count. A process of another machine or container
 * cannot be checked and counts as running; one of an earlier boot of this machine does not.
 */
export function isAlive({ pid, started, where }: ProcessIdentity): boolean {
  if (isElsewhere(where)) return !isEarlierBoot(where);
  if (process.platform === 'linux') {
    const stat = processStat(pid);
    return stat !== undefined && stat.state !== 'Z' && (started === undefined || stat.started === started);
  }
  return exists(pid) && (started === undefined || startOf(pid) === started);
}

/** Like `isAlive`, for an identity as the database keeps it: JSON, or null where no process is named. */
export const isStoredAlive = (json: string | null): boolean => json !== null && isAlive(toProcess(json));

/** Reads an identity from the database, which only acptap writes. */
export const toProcess = (json: string): ProcessIdentity => JSON.parse(json) as ProcessIdentity;

const isElsewhere = (where: string | undefined): where is string => where !== undefined && where !== here();

/** The same host name with another boot: the machine was restarted, so its processes have ended. */
function isEarlierBoot(where: string): boolean {
  const [host, boot] = where.split(' ');
  const [ourHost, ourBoot] = (here() ?? '').split(' ');
  return host === ourHost && boot !== ourBoot;
}

const startOf = (pid: number) => (process.platform === 'win32' ? undefined : processTable.startOf(pid));

/** Host name, boot and pid namespace (Linux). */
function here(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined; // a system without these files
  }
}

/**
 * True while the process group of `leader` has living members of our user. The system does not reuse a pid while its
 * group exists. So a process with this pid and another start has its own group. Members older than the leader belong to
 * another group with the same number, never to ours. False where the system does not report starts, except on Windows.
 */
export function groupIsAlive(leader: ProcessIdentity, table: ProcessTable = processTable): boolean {
  const { pid, started } = leader;
  if (isElsewhere(leader.where) || !mayBeSignalled(pid)) return false;
  if (process.platform === 'win32') return isAlive(leader);
  if (started === undefined || !exists(-pid) || (table.startOf(pid) ?? started) !== started) return false;
  const us = process.getuid?.();
  const wanted = leader.owner ?? (us === 0 ? undefined : us); // processes started by root may have changed their user
  for (const member of table.members(pid))
    if (table.order(member.started) >= table.order(started) && (wanted === undefined || member.owner === wanted))
      return true;
  return false;
}

/** True for a process that runs here and whose start or owner is unknown, so that it may be anybody's. */
export const isUnknown = (process: ProcessIdentity): boolean =>
  (process.started === undefined || process.owner === undefined) && !isElsewhere(process.where) && isAlive(process);

/** -0 would be our own group, and -1 every process. */
const mayBeSignalled = (pid: number) =>
  Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid && pid !== ownGroup();

function ownGroup(): number | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return processStat(process.pid)?.group;
  return Number(ps('-o', 'pgid=', '-p', String(process.pid)));
}

/**
 * Sends a signal to the whole group; on Windows to the process. Returns whether a process received it. Never signals
 * process 1, our own group or everybody. Check `groupIsAlive` first if the leader may have ended.
 */
export function signalGroup({ pid }: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!mayBeSignalled(pid)) return false;
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
