import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Forwarding } from './forward.ts';
import { groupIsAlive, signalGroup, type ProcessIdentity } from './process-identity.ts';
import type { Spool } from './spool.ts';

/** After the client has gone, how long the agent may take to notice, and again after TERM before KILL. */
export const GRACE_MS = 2000;

/** How often a client that closed our stdin is looked for. */
const PARENT_CHECK_MS = 250;

/**
 * After the agent's end, a pipe that a grandchild still holds open counts as finished when nothing came through it for
 * this long and all of it is delivered. A direct client would see the agent's end at once; this is as late as we get.
 */
const QUIET_MS = 250;

const HANDED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Ends the shim as the agent ends: same exit code, or death by the same signal, after everything the agent wrote has been
 * taken by the client. Signals to us are handed on to the agent. No timer here ends an agent whose client still lives.
 */
export function createEnding(
  agent: ChildProcess,
  identity: ProcessIdentity | undefined,
  spool: Spool,
  say: (text: string) => void,
) {
  const parent = process.ppid;
  let ended: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined;

  function handOn(signal: NodeJS.Signals): void {
    spool.event({ event: 'signal', signal });
    if (ended) dieBy(signal); // nobody to hand it to
    else agent.kill(signal);
  }

  function dieBy(signal: NodeJS.Signals): void {
    spool.close();
    for (const name of HANDED_ON) process.removeListener(name, handOn);
    process.kill(process.pid, signal);
  }

  /** The client closed our stdin. When it is gone altogether, an agent that ignores that must not be left behind. */
  function watchParent(): void {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      void endGroup(identity);
    }, PARENT_CHECK_MS);
    timer.unref();
  }

  async function finish(outputs: readonly Forwarding[], lastly: () => void): Promise<void> {
    await allDelivered(outputs);
    const { code = null, signal = null } = ended ?? {};
    spool.event({ event: 'exit', code, signal });
    spool.close();
    lastly();
    process.stdin.destroy();
    process.exitCode = code ?? 1;
    if (!signal) return;
    dieBy(signal);
    // Still here: a signal that Node ignores. The shell's spelling of that death is the nearest thing.
    process.exitCode = 128 + constants.signals[signal];
    say(`the agent was ended by ${signal}`);
  }

  return {
    /** Call once. `lastly` runs when the agent has ended and all is delivered. */
    watch(outputs: readonly Forwarding[], lastly: () => void): void {
      for (const signal of HANDED_ON) process.on(signal, handOn);
      process.stdin.once('end', watchParent);
      process.stdin.once('close', watchParent);
      agent.once('exit', (code, signal) => {
        ended = { code, signal };
        void finish(outputs, lastly);
      });
    },
  };
}

/** Resolves when all outputs are done, or held open by somebody else who is quiet. */
async function allDelivered(outputs: readonly Forwarding[]): Promise<void> {
  const exitedAt = performance.now();
  const quiet = setInterval(() => {
    for (const output of outputs) {
      const silence = performance.now() - Math.max(exitedAt, output.lastChunkAt() ?? 0);
      if (silence >= QUIET_MS && !output.isBehind()) output.stop();
    }
  }, QUIET_MS / 5);
  await Promise.all(outputs.map((output) => output.done));
  clearInterval(quiet);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Ends the agent's whole process group: a grace period, TERM, another one, KILL. Returns as soon as nobody is left.
 * For an agent without a client: used by the shim while it lives, and by the recorder after the shim was killed.
 */
export async function endGroup(agent: ProcessIdentity | undefined, graceMs = GRACE_MS): Promise<void> {
  if (agent === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const until = performance.now() + graceMs; performance.now() < until; await wait(50))
      if (!groupIsAlive(agent)) return;
    signalGroup(agent, signal);
  }
}
