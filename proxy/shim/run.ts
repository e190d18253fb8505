import { spawn, type ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parseRunArguments, RUN_USAGE, type RunArguments } from './arguments.ts';
import { dataFolder, type DataFolder } from './data-folder.ts';
import { createEnding } from './ending.ts';
import { forward } from './forward.ts';
import { identify } from './process-identity.ts';
import { resolveCommand } from './resolve-command.ts';
import { noSpool, openSpool, type Spool } from './spool.ts';
import { SPOOL_FORMAT } from './spool-format.ts';
import { outputSink, pipeSink } from './stdio.ts';
import { startRecorder } from './start-recorder.ts';

/**
 * How long the agent has the cores to itself before the recorder boots beside it. Not sooner, at the agent's first output: that may
 * be the beginning of a flood, and booting in its midst halved the wire's rate. What passes meanwhile is safe in the spool.
 */
const RECORDER_DELAY_MS = 250;

/** The oldest Node that can read what we record (better-sqlite3's prebuilt binaries crash below it). */
const READER_NODE = [22, 14];

/**
 * `acptap run`: stands between a client (our stdin and stdout) and an agent (our child), forwards every byte unchanged and
 * puts a copy on file first. Ends as the agent ends. Nothing of ours is ever written to stdout; on stderr there are `acptap:`
 * lines only when something is wrong. Only `node:` is imported here: if anything else of ours breaks, the wire must not notice.
 */
export function run(words: readonly string[], version: string): void {
  const parsed = parseRunArguments(words);
  if (parsed === 'help') {
    process.stdout.write(RUN_USAGE);
  } else if ('error' in parsed) {
    say(parsed.error);
    process.exitCode = 2;
  } else if (isatty(0)) {
    runInTerminal(parsed);
  } else {
    runOnWire(parsed, version);
  }
}

function runOnWire(options: RunArguments, version: string): void {
  // First of all the agent: everything after this line happens while it starts.
  const agent = start(options, 'pipe');
  const startedAt = Date.now();
  const origin = performance.now();
  const elapsedUs = () => Math.round((performance.now() - origin) * 1000);
  const shim = identify(process.pid);
  const identity = agent.pid === undefined ? undefined : identify(agent.pid);

  const folder = dataFolder();
  const id = newId();
  const path = `${folder.spool}/${id}.spool`;
  const header = {
    'acptap-spool': SPOOL_FORMAT,
    id,
    ...(options.name === undefined ? {} : { name: options.name }),
    command: options.command,
    cwd: process.cwd(),
    startedAt,
    shim,
    ...(identity ? { agent: identity } : {}),
    acptap: version,
    node: process.versions.node,
  };
  const spool = options.record ? openSpool(path, header, elapsedUs, (cause) => sayNotRecorded(cause, path)) : noSpool;
  if (options.record) sayIfUnreadable(folder);

  const ending = createEnding(agent, identity, spool, say);
  const beginRecording = once(() =>
    startRecorder({
      ...(options.record ? { spool: path } : {}),
      database: folder.database,
      watched: folder.watched,
      shim,
      ...(identity ? { agent: identity } : {}),
    }),
  );

  agent.once('error', (cause: NodeJS.ErrnoException) => {
    if (agent.pid !== undefined) return; // a signal that could not be sent: nothing to end
    spool.event({ event: 'spawn-failed', message: cause.message });
    spool.close();
    if (options.record) beginRecording();
    sayNotStarted(options.command[0], cause);
    process.stdin.destroy();
    process.exitCode = cause.code === 'EACCES' ? 126 : 127; // as a shell would
  });
  if (identity === undefined) return;

  spool.event({ event: 'spawn', pid: identity.pid });
  setTimeout(beginRecording, RECORDER_DELAY_MS).unref();
  forwardAll(agent, spool, ending, beginRecording);
}

function forwardAll(
  agent: ChildProcess,
  spool: Spool,
  ending: ReturnType<typeof createEnding>,
  beginRecording: () => void,
): void {
  const { stdin, stdout, stderr } = agent;
  if (!stdin || !stdout || !stderr) throw new Error('the agent was started without pipes');
  forward(process.stdin, pipeSink(stdin), (chunk) => spool.chunk('client', chunk));
  const toClient = forward(stdout, outputSink(1), (chunk) => spool.chunk('agent', chunk));
  const toStderr = forward(stderr, outputSink(2), (chunk) => spool.chunk('stderr', chunk));
  process.stdin.once('end', () => spool.event({ event: 'eof', of: 'client' }));
  stdout.once('end', () => spool.event({ event: 'eof', of: 'agent' }));
  ending.watch([toClient, toStderr], beginRecording);
}

/** The client has opened a terminal on the same command (its way to sign in): no wire, nothing to record. */
function runInTerminal(options: RunArguments): void {
  const agent = start(options, 'inherit');
  // The terminal signals its whole foreground group; the agent decides what that means, and we end as it does.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => signal === 'SIGTERM' && agent.kill(signal));
  agent.once('error', (cause: NodeJS.ErrnoException) => {
    sayNotStarted(options.command[0], cause);
    process.exitCode = cause.code === 'EACCES' ? 126 : 127;
  });
  agent.once('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (!signal) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function start(options: RunArguments, stdio: 'pipe' | 'inherit'): ChildProcess {
  const { file, args, verbatim } = resolveCommand(options.command);
  return spawn(file, args, {
    stdio,
    // On the wire the agent leads a process group, so that nothing it starts is left behind.
    detached: stdio === 'pipe' && process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
}

/** 12 characters of a–z and 0–9: short enough to type a prefix of, 62 bits. */
function newId(): string {
  let id = '';
  while (id.length < 12) id += Math.random().toString(36).slice(2, 8);
  return id.slice(0, 12);
}

function sayIfUnreadable(folder: DataFolder): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = READER_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  say(
    `this is Node ${process.versions.node}: recording to ${folder.spool}; Node >= ${READER_NODE.join('.')} is needed to read the recording`,
  );
}

function sayNotRecorded(cause: unknown, path: string): void {
  const reason = cause instanceof Error ? cause.message : String(cause);
  say(
    `not recording for now, the agent runs on: cannot write ${path} (${reason}); set ACPTAP_HOME to a writable folder`,
  );
}

function sayNotStarted(program: string, cause: NodeJS.ErrnoException): void {
  const why = cause.code === 'ENOENT' ? 'not found; is it installed and on the PATH?' : cause.message;
  say(`cannot start the agent "${program}": ${why}`);
}

/** One line on stderr, written at once: at the end of the process nothing would be left to drain it. */
function say(text: string): void {
  try {
    writeSync(2, `acptap: ${text}\n`);
  } catch {
    // A client that does not read our stderr has nobody to tell.
  }
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
