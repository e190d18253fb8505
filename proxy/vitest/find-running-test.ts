import * as vitest from 'vitest';
import { toRunningTest, type RunningTest, type VitestContext } from '../replay/running-test.ts';

/** A test, as vitest keeps it. */
interface Task {
  readonly type: string;
  readonly concurrent?: boolean;
  readonly context: VitestContext;
}

/** Vitest 3 and 4.0 tell it nowhere else. */
interface OldVitest {
  readonly __vitest_worker__?: { readonly current?: Task };
}

/**
 * The test that vitest runs. Of tests that run concurrently only their own context knows which one it is: only their timeout is told.
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
