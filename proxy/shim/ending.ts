import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { endGroup } from './end-group.ts';
import type { Forwarding } from './forward.ts';
import { watchParent } from './parent.ts';
import { identify } from './process-identity.ts';
import type { Recording } from './recording.ts';
import { say } from './say.ts';

/** How often the client is looked for, by way of our parent. */
const PARENT_CHECK_MS = 250;

/** Whoever is behind a changed parent may still write: that much is read for an agent that does not, to see whether an end comes. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * After the agent's end, a pipe that a grandchild still holds open counts as finished when nothing came through it for
 * this long and all of it is delivered. A direct client would see the agent's end at once, and the rest whenever it comes.
 */
const QUIET_MS = 2000;

const HANDED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Ends the shim as the agent ends: same exit code, or death by the same signal, after everything the agent wrote has been
 * taken by the client. Signals to us are handed on to the agent. No timer here ends an agent whose client still lives.
 */
export function endAsAgent(
  agent: ChildProcess,
  outputs: readonly Forwarding[],
  { spool, finish, agent: atStart }: Recording,
  parentAtStart: number,
): void {
  let ended: Ended | undefined;
  let interfered = false; // somebody told the agent to end, or its client is gone

  const handOn = (signal: NodeJS.Signals) => {
    interfered = true;
    spool.event({ event: 'signal', signal });
    if (ended) dieBy(signal); // nobody to hand it to
    else agent.kill(signal);
  };

  function dieBy(signal: NodeJS.Signals): void {
    spool.close();
    finish(false);
    for (const name of HANDED_ON) process.removeListener(name, handOn);
    process.kill(process.pid, signal);
  }

  async function end({ code, signal }: Ended): Promise<void> {
    await allDelivered(outputs);
    spool.event({ event: 'exit', code, signal });
    process.stdin.destroy();
    process.exitCode = code ?? 1;
    if (signal === null) {
      spool.close();
      finish(!interfered);
      return;
    }
    dieBy(signal);
    // Still here: a signal that Node ignores. The shell's spelling of that death is the nearest thing.
    process.exitCode = 128 + constants.signals[signal];
    say(`the agent was ended by ${signal}`);
  }

  for (const signal of HANDED_ON) process.on(signal, handOn);
  watchClient(agent, parentAtStart, () => {
    interfered = true;
    if (agent.pid !== undefined) void endGroup(atStart ?? identify(agent.pid));
  });
  agent.once('exit', (code, signal) => {
    ended = { code, signal };
    void end(ended);
  });
}

/**
 * A client that is gone altogether, its end of our stdin closed and our parent another one, must not leave behind an agent that ignores
 * that. While the agent does not read, the end of stdin stands behind what it has not taken: then we read ahead to see it.
 */
function watchClient(agent: ChildProcess, parentAtStart: number, onGone: () => void): void {
  const { stdin } = process;
  const parentIsGone = watchParent(parentAtStart);
  const timer = setInterval(() => {
    if (!parentIsGone()) return;
    if (!stdin.readableEnded && !stdin.destroyed) {
      if ((agent.stdin?.writableLength ?? 0) < READ_AHEAD_BYTES) stdin.resume();
      return;
    }
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Resolves when all outputs are done, or held open by somebody else who is quiet. */
async function allDelivered(outputs: readonly Forwarding[]): Promise<void> {
  const exitedAt = performance.now();
  const quiet = setInterval(() => {
    for (const output of outputs) {
      const silence = performance.now() - Math.max(exitedAt, output.lastChunkAt() ?? 0);
      if (silence >= QUIET_MS && !output.isBehind()) output.stop();
    }
  }, QUIET_MS / 20);
  await Promise.all(outputs.map((output) => output.done));
  clearInterval(quiet);
}
