import { spawn } from 'node:child_process';
import { AcptapError } from '#core/errors.ts';
import type { Exit } from '#core/wire/exit.ts';
import { resolvesWithin } from '../../agent-process/resolves-within.ts';
import { endGroup } from '../../shim/end-group.ts';
import { identify, signalGroup } from '../../shim/process-identity.ts';
import { resolveCommand } from '../../shim/resolve-command.ts';
import { createOutputTail } from '../drive/output-tail.ts';

/** How a test command ended. `hung`: its time was up. `crashed`: a signal ended it, or a process of its shell. */
export type TestResult = 'passed' | 'failed' | 'hung' | 'crashed';

export interface TestRun extends Exit {
  readonly result: TestResult;
  readonly ms: number;
  /** The end of stdout and stderr. */
  readonly output: string;
}

const OUTPUT_BYTES = 64 * 1024;

/**
 * Runs a test command in its own process group, and ends what is left of the group. Calls `onStart` with a function
 * that kills the group at once. @throws {AcptapError} `usage` if the command cannot be started.
 */
export async function runTest(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
  onStart: (kill: () => void) => void,
): Promise<TestRun> {
  const { file, args, verbatim } = resolveCommand(command);
  const began = performance.now();
  const child = spawn(file, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
  const tail = createOutputTail(OUTPUT_BYTES);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', tail.add).on('error', () => {});
  const closed = new Promise((resolve) => child.once('close', resolve));
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', ({ message }) =>
      reject(new AcptapError('usage', `the test command ${command[0]} cannot be started: ${message}`)),
    );
  });
  if (child.pid === undefined) throw await ended.catch((cause: unknown) => cause);
  const group = identify(child.pid);
  onStart(() => signalGroup(group, 'SIGKILL'));
  const isInTime = await resolvesWithin(ended, timeoutMs);
  const ms = Math.round(performance.now() - began);
  if (!isInTime) signalGroup(group, 'SIGTERM');
  await endGroup(group);
  onStart(() => {});
  const exit = await ended;
  await resolvesWithin(closed, 500); // a process outside the group may hold the pipes open
  child.stdout.destroy();
  child.stderr.destroy();
  return { ...exit, result: isInTime ? resultOf(exit) : 'hung', ms, output: tail.current().output };
}

/** A shell exits with 128 and the number of the signal. */
function resultOf({ code, signal }: Exit): TestResult {
  if (code === 0) return 'passed';
  return signal !== null || (code !== null && code > 128 && code <= 159) ? 'crashed' : 'failed';
}
