import { setTimeout as rest } from 'node:timers/promises';
import { endGroup } from '../shim/end-group.ts';
import { isAlive } from '../shim/process-identity.ts';
import type { RecorderOrder } from '../shim/start-recorder.ts';
import { canReadRecordings } from '../shim/reader-node.ts';

/**
 * The recorder process: brings one spool into the database while the shim runs and after, and is the agent's warden. It is detached,
 * so that killing the shim, or the shim's whole process group, loses nothing and leaves no orphan. Nobody reads its output: what
 * goes wrong here is found again, and said, by the next command that reads.
 */
const order = JSON.parse(process.argv[2] ?? '{}') as RecorderOrder; // from the shim

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {}); // meant for the client's foreground

await Promise.all([record(), guard()]);

/** The shim's end is the end of our stdin; a byte before it says that the agent had ended by itself. */
async function guard(): Promise<void> {
  let orderly = false;
  process.stdin.on('data', () => (orderly = true)).on('error', () => {});
  await new Promise<void>((resolve) => process.stdin.once('close', resolve));
  while (isAlive(order.shim)) await rest(50);
  if (!orderly) await endGroup(order.agent);
}

async function record(): Promise<void> {
  const { spool: path, database, watched, shim } = order;
  if (path === undefined || !canReadRecordings()) return;
  try {
    const { recordSpool } = await import('./record-spool.ts'); // loads the database's native module
    await recordSpool({ path, database, watched, shim });
  } catch {
    // The spool stays, and the agent still has its warden.
  }
}
