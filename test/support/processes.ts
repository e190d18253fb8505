import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { identify, isAlive, type ProcessIdentity } from '../../proxy/shim/process-identity.ts';
import type { CleanUp } from './folders.ts';
import { waitFor, within } from './wait-for.ts';

/** The built program, as users start it. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The command line of one of the scripted agents and clients in `peers`, or of those below. */
export const peer = (name: string, ...words: readonly string[]): [string, ...string[]] => {
  const script = IN_SHELL[name];
  if (name === 'echo') return echo(...words);
  if (script !== undefined) return ['/bin/sh', '-c', script, name, ...words];
  return [process.execPath, fileURLToPath(new URL(`./peers/${name}.mjs`, import.meta.url)), ...words];
};

/** Agents that need nothing of Node, whose start takes twenty times as long as that of a shell. */
const IN_SHELL: Readonly<Record<string, string>> = {
  /** Waits for a line, answers it and ends. `exit CODE` */
  exit: String.raw`read -r line; printf '%s\n' "$line"; exit "$1"`,
  /** Writes a line, closes its stdout, lives on until its stdin ends, and exits with 5. */
  'half-closing': 'echo last words; exec >&-; cat > /dev/null; exit 5',
  /** Like npx: starts another agent on its own stdin and stdout, and exits as that agent does. `wrapper AGENT…` */
  wrapper: '"$@"; exit $?',
  /**
   * Ignores the end of stdin, a reader that goes away, and TERM, INT and HUP, and so does the process that it starts.
   * Writes its pid. `stubborn grandchild`: writes both pids.
   */
  stubborn:
    'trap "" TERM INT HUP PIPE; sleep 300 < /dev/null > /dev/null 2>&1 & [ "$1" = grandchild ] && echo "$$ $!" || echo $$; wait',
};

/** An agent that echoes every byte, and ends when its stdin does. Without Node, whose start takes longer than `cat`. */
const echo = (code?: string, ...words: readonly string[]): [string, ...string[]] =>
  code === undefined ? ['cat'] : ['/bin/sh', '-c', 'cat; exit "$0"', code, ...words];

/** How a process ended. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  /** The data folder. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Ends the process; default: at the end of the test. Pass another one in `beforeAll`. */
  readonly lastly?: CleanUp;
}

/** A process whose client is the test. */
export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly pid: number;
  /** Resolves when the process has ended; grandchildren may still hold its pipes. */
  readonly exited: Promise<Outcome>;
  /** Resolves when both the process and its pipes have ended. */
  readonly closed: Promise<Outcome>;
  /** The output so far. */
  stdout(): Buffer;
  stderr(): string;
}

/** Starts a process with pipes and collects its output. Kills it after the test. */
export function start([file, ...args]: readonly [string, ...string[]], options: StartOptions = {}): Running {
  const { home, env = {}, cwd, lastly = onTestFinished } = options;
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(home === undefined ? {} : { ACPTAP_HOME: home }), ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {}); // tests may end a peer
  const words = [file, ...args].join(' ');
  const exited = ended(child, 'exit');
  const closed = ended(child, 'close');
  lastly(() => void child.kill('SIGKILL'));
  return {
    child,
    pid: child.pid ?? 0,
    get exited() {
      return within(`the end of ${words}`, exited);
    },
    get closed() {
      return within(`the end of ${words} and of its pipes`, closed);
    },
    stdout: () => Buffer.concat(out),
    stderr: () => Buffer.concat(err).toString('utf8'),
  };
}

function ended(child: ChildProcess, event: 'exit' | 'close'): Promise<Outcome> {
  const outcome = once(child, event).then(([code, signal]): Outcome => ({ code, signal }));
  outcome.catch(() => {}); // a test that does not wait ignores that the process did not start
  return outcome;
}

/** The command line `acptap run -- agent`. */
export const wrapped = (
  agent: readonly string[],
  options: readonly string[] = [],
  cli: string = CLI,
): [string, ...string[]] => [process.execPath, cli, 'run', ...options, '--', ...agent];

/** Starts `acptap run -- agent` with its own data folder. */
export const startShim = (
  agent: readonly string[],
  { run = [], ...options }: StartOptions & { readonly home: string; readonly run?: readonly string[] },
): Running => start(wrapped(agent, run), options);

/** The output of an acptap command. */
export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** Commands that serve, start a program of the build, or read its page. */
const BUILT: ReadonlySet<string> = new Set(['run', 'demo', 'inspect', 'mcp', 'replay', 'drive', '--preflight', 'html']);

export interface CommandOptions {
  /** The data folder. */
  readonly home: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the folder of the test's process. */
  readonly cwd?: string;
  /** Ends a process of its own; default: at the end of the test. */
  readonly lastly?: CleanUp;
  /** The stdin of the command; default: empty. */
  readonly input?: string | Uint8Array;
}

/**
 * Runs an acptap command to its end, with this data folder. Most commands run in the test's process: a process of its
 * own would need ten times as long. stdout and stderr are no terminals. For signals and for several commands at one
 * moment use `acptapProcess`.
 */
export async function acptap(place: string | CommandOptions, ...words: readonly string[]): Promise<Answer> {
  const options = typeof place === 'string' ? { home: place } : place;
  if (words.some((word) => BUILT.has(word))) return acptapProcess(options, ...words);
  const { runInProcess } = await import('./in-process.ts'); // many tests only start processes
  return runInProcess([process.execPath, CLI, ...words], options);
}

/** Runs an acptap command to its end, as users do. */
export function acptapProcess(place: string | CommandOptions, ...words: readonly string[]): Promise<Answer> {
  const { input, ...options }: CommandOptions = typeof place === 'string' ? { home: place } : place;
  const running = start([process.execPath, CLI, ...words], options);
  if (input !== undefined) running.child.stdin.write(input);
  return answerOf(running);
}

/** Imports recording files into a data folder. @throws {Error} when acptap refuses them. */
export async function importInto(home: string, files: string | readonly string[], _lastly: CleanUp): Promise<void> {
  const { code, stderr } = await acptap(home, 'import', ...[files].flat());
  if (code !== 0) throw new Error(`import ended with ${code}: ${stderr}`);
}

/** Ends a process's stdin and waits for its output. */
export async function answerOf(running: Running): Promise<Answer> {
  running.child.stdin.end();
  const { code } = await running.closed;
  const bytes = running.stdout();
  return { code, bytes, stdout: bytes.toString('utf8'), stderr: running.stderr() };
}

/** Waits until the process has written this text to stdout. */
export const stdoutHas = (running: Running, text: string) =>
  waitFor(`"${text}" on stdout`, () => running.stdout().includes(text));

/** Identifies a process by pid and start, so that a later one with the same pid differs. */
export const processOf = (pid: number): ProcessIdentity => identify(pid);

export const isGone = (process: ProcessIdentity): boolean => !isAlive(process);

/** Kills, after the test, a process that the program under test should have ended. */
export function endAfterTest({ pid }: ProcessIdentity): void {
  onTestFinished(() => kill(pid, 'SIGKILL'));
}

/**
 * Sends a signal to a process, or to the process group of a negative pid. Does nothing if it has ended.
 * @throws {Error} for 0, 1 and -1: 0 is our own process group, so the test runner and its shell.
 */
export function kill(pid: number, signal: NodeJS.Signals): void {
  if (!Number.isSafeInteger(pid) || Math.abs(pid) < 2) throw new Error(`${pid} is no process that a test has started`);
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended by itself
  }
}

/** The running child processes of `pid` (Linux), without one that has just ended or runs no program of its own yet. */
export function childrenOf(pid: number): readonly { readonly pid: number; readonly words: readonly string[] }[] {
  const own = commandLineOf(String(pid));
  return childPids(pid)
    .map((name) => ({ pid: Number(name), line: commandLineOf(name) }))
    .filter(({ line }) => line !== '' && line !== own)
    .map((child) => ({ pid: child.pid, words: child.line.split('\0') }));
}

/** The pids of all running processes with `text` in their command line (Linux). */
export const processesWith = (text: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLineOf(name).includes(text))
    .map(Number);

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // just ended
  }
}

/** The kernel lists children by the thread that started them. To ask all processes for their parent would take longer. */
function childPids(pid: number): readonly string[] {
  if (!existsSync(`/proc/${process.pid}/task/${process.pid}/children`))
    throw new Error('this kernel lists no children');
  const read = <T>(look: () => readonly T[]): readonly T[] => {
    try {
      return look();
    } catch {
      return []; // the process or the thread has just ended
    }
  };
  return read(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    read(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)),
  );
}

/** The recorder that a shim has started. */
export const recorderOf = (shim: Running) =>
  waitFor('the recorder', () => childrenOf(shim.pid).find(({ words }) => words[1]?.endsWith('recorder.js'))?.pid);

/** The agent that a shim has started. */
export const agentOf = (shim: Running) =>
  waitFor(
    'the agent',
    () =>
      childrenOf(shim.pid).find(({ words }) => !words[1]?.endsWith('recorder.js') && words[3] !== 'acptap-warden')?.pid,
  );
