import { spawn, type ChildProcess } from 'node:child_process';
import { isatty } from 'node:tty';
import { parseRunArguments, RUN_USAGE, takesPart, type RunArguments } from './run-arguments.ts';
import { childEnd, type AgentEnd } from './agent-end.ts';
import { endAsAgent } from './ending.ts';
import { forward, type Forwarding } from './forward.ts';
import { startRecording, type Recording } from './start-recording.ts';
import { canReadRecordings, READER_NODE } from './reader-node.ts';
import { resolveCommand } from './resolve-command.ts';
import { writeStderrLine, reportNotStarted } from './stderr-line.ts';
import { outputReceiver, pipeReceiver } from './stdio.ts';

/** The exit code of a program that `SIGPIPE` ends. */
const READER_GONE = 141;

/** How bytes pass between the client (our stdin and stdout) and the agent. */
export interface Strategy {
  /** The first event of the recording. */
  readonly beginning?: { readonly event: string; readonly [member: string]: unknown };
  /** Starts to forward. Returns the streams to the client. */
  readonly forward: (agent: AgentEnd, recording: Recording) => readonly Forwarding[];
}

/** Makes the strategy for taking part. Returns an error text for people if a fault, script or breakpoint is wrong. */
export type LoadTakingPart = () => Promise<(options: RunArguments) => Promise<Strategy | { readonly error: string }>>;

/**
 * `acptap run`: stands between a client (our stdin and stdout) and an agent (our child). Saves a copy of every byte,
 * then forwards it unchanged. Ends as the agent ends. Writes nothing to stdout, and `acptap:` lines to stderr only on
 * trouble. Imports only `node:` modules, so that a defect elsewhere cannot affect the wire.
 */
export function run(
  words: readonly string[],
  version: string,
  parentAtStart: number,
  loadTakingPart: LoadTakingPart,
): void {
  const parsed = parseRunArguments(words);
  if (parsed === 'help') {
    process.stdout.once('error', () => (process.exitCode = READER_GONE)).write(RUN_USAGE);
  } else if ('error' in parsed) {
    writeStderrLine(parsed.error);
    process.exitCode = 2;
  } else if (!takesPart(parsed)) {
    runWith(parsed, RAW, version, parentAtStart);
  } else if (!canReadRecordings()) {
    writeStderrLine(
      `--fault, --script, --break and --interactive need Node ${READER_NODE} or newer, and this is Node ${process.versions.node}`,
    );
    process.exitCode = 2;
  } else {
    void takePart(parsed, version, parentAtStart, loadTakingPart);
  }
}

async function takePart(
  options: RunArguments,
  version: string,
  parentAtStart: number,
  load: LoadTakingPart,
): Promise<void> {
  const strategy = await load().then(
    (create) => create(options),
    (cause: unknown) => ({
      error: `--fault, --script, --break and --interactive cannot be used, because a part of acptap is missing: ${String(cause)}`,
    }),
  );
  if ('error' in strategy) {
    writeStderrLine(strategy.error);
    process.exitCode = 2;
  } else runWith(options, strategy, version, parentAtStart);
}

function runWith(options: RunArguments, strategy: Strategy, version: string, parentAtStart: number): void {
  if (isatty(0)) runInTerminal(options);
  else runOnWire(options, strategy, version, parentAtStart);
}

function runOnWire(options: RunArguments, strategy: Strategy, version: string, parentAtStart: number): void {
  // Starts the agent first: the following lines run while it starts.
  const agent = start(options, 'pipe');
  const recording = startRecording(options, 'cause' in agent ? undefined : agent.pid, version);
  if (strategy.beginning) recording.spool.event(strategy.beginning);
  const failed = (cause: NodeJS.ErrnoException) => {
    recording.spool.event({ event: 'spawn-failed', message: cause.message });
    recording.spool.close();
    recording.finish(true);
    process.stdin.destroy();
    process.exitCode = reportNotStarted(options.command[0], cause);
  };
  if ('cause' in agent) return failed(agent.cause);
  agent.once('error', (cause: NodeJS.ErrnoException) => {
    if (agent.pid === undefined) failed(cause); // with a pid, only a signal could not be sent: the agent runs on
  });
  if (agent.pid === undefined) return;
  recording.spool.event({ event: 'spawn', pid: agent.pid });
  const end = childEnd(agent);
  endAsAgent(end, strategy.forward(end, recording), recording, parentAtStart);
}

/** Copies bytes unchanged. */
const RAW: Strategy = {
  forward({ input, output, stderr }, { spool, agentSpoke }) {
    forward(process.stdin, pipeReceiver(input), (chunk) => spool.chunk('client', chunk));
    const toClient = forward(output, outputReceiver(1), (chunk) => spool.chunk('agent', chunk));
    const toStderr = stderr && forward(stderr, outputReceiver(2), (chunk) => spool.chunk('stderr', chunk));
    output.once('data', () => agentSpoke());
    process.stdin.once('end', () => spool.event({ event: 'eof', of: 'client' }));
    output.once('end', () => spool.event({ event: 'eof', of: 'agent' }));
    return toStderr ? [toClient, toStderr] : [toClient];
  },
};

/** The client has opened a terminal on the same command to sign in: records nothing. */
function runInTerminal(options: RunArguments): void {
  const agent = start(options, 'inherit');
  const failed = (cause: NodeJS.ErrnoException) =>
    void (process.exitCode = reportNotStarted(options.command[0], cause));
  if ('cause' in agent) return failed(agent.cause);
  // The terminal signals its whole foreground group. The agent decides, and we end as it does.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => signal === 'SIGTERM' && agent.kill(signal));
  agent.once('error', failed);
  agent.once('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (!signal) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Starts the command. Most failures come as an `error` event; some are thrown, for example a path through a file. */
function start(
  options: RunArguments,
  stdio: 'pipe' | 'inherit',
): ChildProcess | { readonly cause: NodeJS.ErrnoException } {
  try {
    const { file, args, verbatim } = resolveCommand(options.command);
    return spawn(file, args, {
      stdio,
      // The agent leads a process group, so that its children can be ended too.
      detached: stdio === 'pipe' && process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
  } catch (cause) {
    return { cause: cause instanceof Error ? cause : new Error(String(cause)) };
  }
}
