import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { peer, recorderOf, startShim, stdoutHas } from '../support/processes.ts';

const LOWEST = constants.priority.PRIORITY_LOW;

async function recorder(): Promise<number> {
  const shim = startShim(peer('echo'), { home: temporaryFolder() });
  shim.child.stdin.write('hello\n');
  await stdoutHas(shim, 'hello');
  return recorderOf(shim);
}

test('the recorder has the lowest priority', async () => {
  const pid = await recorder();
  await expect.poll(() => getPriority(pid)).toBe(LOWEST);
});
