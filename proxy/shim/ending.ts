import { constants } from 'node:os';
import type { AgentEnd, Ended } from './agent-end.ts';
import { endGroup } from './end-group.ts';
import type { Forwarding } from './forward.ts';
import { watchParent } from './watch-parent.ts';
import { identify } from './process-identity.ts';
import type { Recording } from './start-recording.ts';
import { writeStderrLine } from './stderr-line.ts';

/** How often the shim checks whether its parent, and so the client, has gone. */
const PARENT_CHECK_MS = 250;

/** Bytes read ahead for an agent that does not read, after the parent has changed, to find the end of stdin. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * How long a pipe must be quiet after the agent's end, with everything delivered, to count as finished: a grandchild
 * may hold it open. A direct client would see the agent's end at once, and the rest whenever it comes.
 */
const QUIET_MS = 2000;

const HANDED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Ends the shim as the agent ends: with the same exit code or signal, after the client has taken the agent's output.
 * Forwards our signals to the agent. No timer here ends an agent while its client lives.
 */
export function endAsAgent(
  agent: AgentEnd,
  outputs: readonly Forwarding[],
  { spool, finish, agent: atStart }: Recording,
  parentAtStart: number,
): void {
  let ended: Ended | undefined;
  let interfered = false; // true if the agent was signalled, or its client is gone

  const handOn = (signal: NodeJS.Signals) => {
    interfered = true;
    spool.event({ event: 'signal', signal });
    if (!ended) return agent.signal(signal);
    while (spool.check()); // completes the copy of a deleted spool: this signal ends the shim, as the agent has ended
    dieBy(signal);
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
    // Node ignores this signal, so exit with the code that a shell would give it.
    process.exitCode = 128 + constants.signals[signal];
    writeStderrLine(`the agent was ended by ${signal}`);
  }

  for (const signal of HANDED_ON) process.on(signal, handOn);
  watchClient(agent, parentAtStart, () => {
    interfered = true;
    if (agent.pid !== undefined) void endGroup(atStart ?? identify(agent.pid));
  });
  agent.onEnd((how) => {
    ended = how;
    void end(how);
  });
}

/**
 * Calls `onGone` when the client has closed our stdin and is no longer our parent: an agent that ignores the end of its
 * stdin must not stay behind. While the agent does not read, reads ahead to find the end of stdin.
 */
function watchClient({ input }: AgentEnd, parentAtStart: number, onGone: () => void): void {
  const { stdin } = process;
  const parentIsGone = watchParent(parentAtStart);
  const timer = setInterval(() => {
    if (!parentIsGone()) return;
    if (!stdin.readableEnded && !stdin.destroyed) {
      if (input.writableLength < READ_AHEAD_BYTES) stdin.resume();
      return;
    }
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Resolves when all outputs are done, or quiet while another process holds them open. Call at the agent's end. */
export async function allDelivered(outputs: readonly Forwarding[]): Promise<void> {
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
