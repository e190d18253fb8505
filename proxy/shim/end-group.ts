import { groupIsAlive, signalGroup, type ProcessIdentity } from './process-identity.ts';

/** The time for an agent to end after its stdin was closed or its client has gone, and again between TERM and KILL. */
export const AGENT_GRACE_MS = 2000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Ends the agent's whole process group: a grace period, TERM, another one, KILL. Returns when no process is left.
 * Used for an agent without a client: by the shim, and by the recorder after the shim was killed.
 */
export async function endGroup(agent: ProcessIdentity | undefined, graceMs = AGENT_GRACE_MS): Promise<void> {
  if (agent === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const until = performance.now() + graceMs; performance.now() < until; await wait(50))
      if (!groupIsAlive(agent)) return;
    signalGroup(agent, signal);
  }
}
