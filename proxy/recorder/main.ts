import { dirname } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { endGroup } from '../shim/end-group.ts';
import { isAlive } from '../shim/process-identity.ts';
import type { RecorderOrder } from '../shim/start-recorder.ts';
import { canReadRecordings } from '../shim/reader-node.ts';

/**
 * The recorder process: ingests a spool during and after the shim's life, and is the agent's warden. It is detached, so
 * that killing the shim or its process group loses nothing and leaves no orphan. Its output is not read: the next
 * command that reads finds and reports errors.
 */
const order = JSON.parse(process.argv[2] ?? '{}') as RecorderOrder; // from the shim

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {}); // meant for the client

await Promise.all([record(), beWarden()]);

/** Ends the agent when the shim has ended, which ends our stdin. A byte there means that the agent ended by itself. */
async function beWarden(): Promise<void> {
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
    const { pruneBySettings } = await import('./prune-by-settings.ts');
    await pruneBySettings(database, dirname(path));
  } catch {
    // The spool stays until it is recorded, and the agent still has its warden.
  }
}
