import { spawn, type ChildProcess } from 'node:child_process';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { endGroup } from '../../shim/end-group.ts';
import { groupIsAlive, identify, signalGroup, type ProcessIdentity } from '../../shim/process-identity.ts';
import { createOutputTail } from './output-tail.ts';

/** How a command ended, as `terminal/wait_for_exit` answers it. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A command that runs for the agent. */
export interface Terminal {
  output(): { readonly output: string; readonly truncated: boolean; readonly exitStatus?: TerminalExit };
  /** Resolves when the command has ended and its output was read. */
  readonly exited: Promise<TerminalExit>;
  /** Ends the command and its children with TERM, then KILL. Resolves when no process is left. */
  kill(): Promise<void>;
  /** Sends KILL without waiting. */
  killNow(): void;
}

/** How long after the command's end a child may hold its output open before reading stops. */
const DRAIN_MS = 500;

/** Between TERM and KILL. */
const COMMAND_GRACE_MS = 1000;

/**
 * Runs the command of `terminal/create` in an approved folder. A command with spaces and without arguments is a shell
 * line: agents send them because editors run them so.
 * @throws {Error} when it cannot be started.
 */
export async function startTerminal(params: unknown, cwd: string): Promise<Terminal> {
  const command = stringAt(params, 'command') ?? '';
  const args = stringsAt(params, 'args');
  const shell = args.length === 0 && /\s/.test(command);
  const child = spawn(command, args, {
    cwd,
    shell,
    env: { ...process.env, ...environmentOf(params) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const tail = createOutputTail(limitOf(params));
  child.stdout.on('data', tail.add).on('error', () => {});
  child.stderr.on('data', tail.add).on('error', () => {});
  let exit: TerminalExit | undefined;
  const exited = ended(child).then((how) => (exit = how));
  const identity = await started(child);
  return {
    output: () => ({ ...tail.current(), ...(exit ? { exitStatus: exit } : {}) }),
    exited,
    killNow: () => void (groupIsAlive(identity) && signalGroup(identity, 'SIGKILL')),
    async kill() {
      if (!groupIsAlive(identity)) return; // another process may have its number by now
      signalGroup(identity, 'SIGTERM');
      await endGroup(identity, COMMAND_GRACE_MS);
    },
  };
}

function started(child: ChildProcess): Promise<ProcessIdentity> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(identify(child.pid ?? 0)));
  });
}

function ended(child: ChildProcess): Promise<TerminalExit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => {
      const how = { exitCode, signal };
      const timer = setTimeout(() => resolve(how), DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(how);
      });
    });
  });
}

function limitOf(params: unknown): number | undefined {
  const limit = valueAt(params, 'outputByteLimit');
  return typeof limit === 'number' && limit >= 0 ? limit : undefined;
}

function stringsAt(params: unknown, name: string): readonly string[] {
  const list = valueAt(params, name);
  return Array.isArray(list) ? list.map(String) : [];
}

function environmentOf(params: unknown): Readonly<Record<string, string>> {
  const list = valueAt(params, 'env');
  if (!Array.isArray(list)) return {};
  const pairs = list.filter(isObject).map(({ name, value }) => [String(name), String(value)] as const);
  return Object.fromEntries(pairs);
}
