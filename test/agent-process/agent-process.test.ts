import { expect, onTestFinished, test } from 'vitest';
import { startAgent } from '../../proxy/agent-process/agent-process.ts';
import { groupIsAlive } from '../../proxy/shim/process-identity.ts';
import { kill } from '../support/processes.ts';

test('an agent has stopped when its child processes have ended, too', async () => {
  const agent = startAgent(['sh', '-c', 'sleep 300 & echo runs; cat'], () => {});
  const leader = agent.identity ?? { pid: 0, started: undefined };
  onTestFinished(() => kill(-leader.pid, 'SIGKILL'));
  await expect.poll(() => agent.entries.length).toBe(2); // its start, and the line that says that the child runs
  expect(await agent.stop()).toEqual({ ending: 'by-itself', leftBehind: true });
  expect(groupIsAlive(leader)).toBe(false);
});
