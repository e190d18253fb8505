import * as vitest from 'vitest';
import { toRunningTest, type RunningTest, type VitestContext } from '../replay/running-test.ts';

/** A test, as vitest keeps it. */
interface Task {
  readonly type: string;
  readonly concurrent?: boolean;
  readonly context: VitestContext;
}

/** The only access in vitest 3 and 4.0. */
interface OldVitest {
  readonly __vitest_worker__?: { readonly current?: Task };
}

/**
 * The test that vitest runs. For concurrent tests only the timeout is known, because only their context identifies
 * them.
 */
export function findVitestTest(): RunningTest | undefined {
  const task = currentTask();
  if (task?.type !== 'test') return undefined;
  const test = toRunningTest(task.context);
  return task.concurrent === true ? { ...test, isUnsure: true, onEnd: () => {} } : test;
}

const currentTask = (): Task | undefined =>
  'getCurrentTest' in (vitest.TestRunner ?? {})
    ? vitest.TestRunner.getCurrentTest()
    : (globalThis as OldVitest)['__vitest_worker__']?.current;
