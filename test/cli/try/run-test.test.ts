import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTest } from '../../../proxy/cli/try/run-test.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { isGone, processOf } from '../../support/processes.ts';
import { waitFor } from '../../support/wait-for.ts';

const run = (script: string, timeoutMs = 60_000, env = {}) =>
  runTest(['/bin/sh', '-c', script], { ...process.env, ...env }, timeoutMs, () => {});

test.each([
  ['echo fine', { result: 'passed', code: 0, output: 'fine\n' }],
  ['echo bad >&2; exit 3', { result: 'failed', code: 3, output: 'bad\n' }],
  ['kill -SEGV $$', { result: 'crashed', code: null, signal: 'SIGSEGV' }],
  ["sh -c 'kill -SEGV $$'; exit $?", { result: 'crashed', code: 139 }],
])('a test command ends: %s', async (script, expected) => {
  expect(await run(script)).toMatchObject(expected);
});

test('a hung command is ended with its process group, also processes that ignore SIGTERM', async () => {
  const file = join(temporaryFolder(), 'pid');
  const script = `trap "" TERM; (echo $$ > "$FILE.part"; mv "$FILE.part" "$FILE"; exec sleep 1000) & sleep 1000`;
  let kill = () => {};
  const running = runTest(['/bin/sh', '-c', script], { ...process.env, FILE: file }, 500, (act) => (kill = act));
  await waitFor('the process', () => existsSync(file));
  const leader = processOf(Number(readFileSync(file, 'utf8')));
  expect(isGone(leader)).toBe(false);
  expect(await running).toMatchObject({ result: 'hung', signal: 'SIGKILL' });
  expect(isGone(leader)).toBe(true);
  kill(); // nothing is left to end
});

test('a process that outlives a test that passed is ended', async () => {
  const { result, output } = await run('sleep 1000 & echo $!');
  expect(result).toBe('passed');
  expect(isGone(processOf(Number(output)))).toBe(true);
});

test('a command that does not exist is named', async () => {
  await expect(runTest(['/no/such/test'], process.env, 1000, () => {})).rejects.toThrow(
    'the test command /no/such/test cannot be started',
  );
});
