import { groupIsAlive, signalGroup, type ProcessIdentity } from './process-identity.ts';

/** After the client has gone, how long the agent may take to notice, and again after TERM before KILL. */
export const GRACE_MS = 2000;

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
