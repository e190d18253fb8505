import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks'; // not the global one, which a recording test may have replaced
import { setTimeout as pause } from 'node:timers/promises';
import type { Entry, EventEntry } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import { createAssembler } from '../recorder/assemble.ts';
import { endGroup, AGENT_GRACE_MS } from '../shim/end-group.ts';
import { groupIsAlive, identify, signalGroup, type ProcessIdentity } from '../shim/process-identity.ts';
import { resolveCommand } from '../shim/resolve-command.ts';
import type { SpoolTag } from '../shim/spool-format.ts';
import { resolvesWithin } from './resolves-within.ts';

/** Limits of an agent's output, so that memory stays bounded. Beyond them its process group is killed. */
export interface OutputLimits {
  readonly bytes: number;
  readonly entries: number;
}

/** Enough for an agent that only opens a session. */
const FEW: OutputLimits = { bytes: 64 * 1024 * 1024, entries: 20_000 };

/** How long after the agent's end a grandchild may hold its pipes open before reading stops. */
const DRAIN_MS = 500;

/** How long after the agent's end its children may live before they count as left behind. */
const ORPHAN_MS = 500;

/** How the agent ended after its stdin was closed. `early`: it had ended before. */
export type AgentEnding = 'early' | 'by-itself' | 'terminated' | 'killed';

export interface StoppedAgent {
  readonly ending: AgentEnding;
  /** Whether its child processes outlived it. They have been ended. */
  readonly leftBehind: boolean;
}

/** An agent with us as its client. */
export interface AgentProcess {
  /** Missing if it could not be started: `ended` has the reason. */
  readonly identity?: ProcessIdentity;
  /** The entries so far, as the recorder would make them. */
  readonly entries: readonly Entry[];
  readonly startedAt: number;
  /** Resolves when the agent has ended and its output was read, or when it could not be started. Never rejects. */
  readonly ended: Promise<Exit & { readonly failure?: string }>;
  isFlooding(): boolean;
  write(line: string | Uint8Array): void;
  /** Closes its stdin and waits; then ends its whole process group if necessary. */
  stop(): Promise<StoppedAgent>;
}

/**
 * Starts an agent in its own process group and keeps every byte. Calls `onEntry` with each entry, and `onOutput` for each
 * chunk of stdout, even after a limit was reached.
 */
export function startAgent(
  command: readonly [string, ...string[]],
  onEntry: (entry: Entry) => void,
  bounds: OutputLimits = FEW,
  {
    onOutput,
    ...where
  }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly onOutput?: () => void } = {},
): AgentProcess {
  const { file, args, verbatim } = resolveCommand(command);
  const startedAt = Date.now();
  const origin = performance.now();
  const assembler = createAssembler();
  const entries: Entry[] = [];
  let bytes = 0;
  let flooding = false;

  const record = (tag: SpoolTag, chunk: Buffer) => {
    const elapsedUs = Math.round((performance.now() - origin) * 1000);
    for (const entry of assembler.apply({ tag, elapsedUs, bytes: chunk, end: 0 })) {
      if (entry.kind === 'delivery' || entry.kind === 'delayed') continue; // only spools have deliveries
      entries.push(entry);
      onEntry(entry);
    }
  };
  const event = (value: EventEntry['event']) => record('e', Buffer.from(JSON.stringify(value)));

  const child = spawn(file, args, {
    ...where,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
  const { stdin, stdout, stderr } = child;
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  if (identity) event({ event: 'spawn', pid: identity.pid });

  const take = (tag: SpoolTag) => (chunk: Buffer) => {
    if (flooding) return;
    record(tag, chunk);
    bytes += chunk.length;
    if (bytes <= bounds.bytes && entries.length <= bounds.entries) return;
    flooding = true;
    if (identity) signalGroup(identity, 'SIGKILL');
  };
  const takeOutput = take('a');
  stdout
    .on('data', (chunk: Buffer) => {
      takeOutput(chunk);
      onOutput?.();
    })
    .on('error', () => {});
  stderr.on('data', take('s')).on('error', () => {});
  stdin.on('error', () => {}); // it has ended or does not read; both are reported elsewhere
  const drained = Promise.all(
    [stdout, stderr].map((stream) => new Promise((resolve) => stream.once('close', resolve))),
  );
  stdout.once('end', () => event({ event: 'eof', of: 'agent' }));

  const exited = new Promise<Exit & { failure?: string }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (cause: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, failure: sayFailure(file, cause) });
    });
  });
  const ended = exited.then(async (exit) => {
    if (exit.failure !== undefined) {
      event({ event: 'spawn-failed', message: exit.failure });
      return exit;
    }
    await resolvesWithin(drained, DRAIN_MS);
    stdout.destroy();
    stderr.destroy();
    event({ event: 'exit', code: exit.code, signal: exit.signal });
    return exit;
  });

  return {
    ...(identity ? { identity } : {}),
    entries,
    startedAt,
    ended,
    isFlooding: () => flooding,
    write(line) {
      const chunk = Buffer.from(line);
      record('c', chunk);
      stdin.write(chunk);
    },
    async stop() {
      if (!identity) return { ending: 'early', leftBehind: false };
      const early = await resolvesWithin(exited, 0);
      if (!early) event({ event: 'eof', of: 'client' });
      stdin.end();
      let ending: AgentEnding = early ? 'early' : 'by-itself';
      if (!early && !(await resolvesWithin(exited, AGENT_GRACE_MS))) {
        ending = 'terminated';
        signalGroup(identity, 'SIGTERM');
        if (!(await resolvesWithin(exited, AGENT_GRACE_MS))) ending = 'killed';
        if (ending === 'killed') signalGroup(identity, 'SIGKILL');
      }
      await exited;
      const leftBehind = await outlivesItsLeader(identity);
      if (leftBehind) await endGroup(identity, AGENT_GRACE_MS);
      await ended;
      return { ending, leftBehind };
    },
  };
}

/** True if its process group still has processes after ORPHAN_MS. */
async function outlivesItsLeader(leader: ProcessIdentity): Promise<boolean> {
  for (const until = performance.now() + ORPHAN_MS; performance.now() < until; await pause(25))
    if (!groupIsAlive(leader)) return false;
  return true;
}

function sayFailure(program: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `"${program}" was not found; is it installed and on the PATH?`;
  if (code === 'EACCES') return `"${program}" may not be executed; chmod +x makes it a program`;
  return message;
}
