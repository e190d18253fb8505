import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { peer, recorderOf, startShim, stdoutHas } from '../support/processes.ts';

const LOWEST = constants.priority.PRIORITY_LOW;
const sessions = existsSync('/proc/self/autogroup');

test('the recorder has the lowest priority, and so has its session where the processor is shared among sessions', async () => {
  const shim = startShim(peer('echo'), { home: temporaryFolder() });
  shim.child.stdin.write('hello\n');
  await stdoutHas(shim, 'hello');
  const recorder = await recorderOf(shim);
  await expect.poll(() => getPriority(recorder)).toBe(LOWEST);
  if (sessions)
    await expect.poll(() => readFileSync(`/proc/${recorder}/autogroup`, 'utf8')).toContain(`nice ${LOWEST}`);
});
