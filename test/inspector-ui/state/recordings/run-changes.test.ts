import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { RunChange } from '#core/contract/changes.ts';
import { createRunChanges } from '../../../../inspector-ui/state/recordings/run-changes.ts';
import { fakeTimer, recording } from '../../fakes.ts';

const RUNS = 100;

/** A hundred runs of one command, newest first, which all differ from the run before. */
function hundredRuns() {
  const files = signal(new Set<string>());
  const recordings = signal(Array.from({ length: RUNS }, (_, index) => recording(`r${index}`)));
  const changeOf = (index: number, gained: readonly string[] = []): RunChange => ({
    recording: `r${index}`,
    previous: `r${index + 1}`,
    firstChunk: { before: 1000, now: 3000 },
    gained,
    lost: [],
  });
  const answers = [Array.from({ length: RUNS - 1 }, (_, index) => changeOf(index))];
  const { startTimer, runAll } = fakeTimer();
  const runBefore = createRunChanges({ recordings, files }, { changes: async () => answers.at(-1) ?? [] }, startTimer);
  const change = (index: number) => runBefore(`r${index}`)?.change;
  const shown = () => Array.from({ length: RUNS }, (_, index) => change(index)).filter(Boolean).length;
  return { recordings, files, answers, changeOf, change, shown, runAll };
}

test('the changes of many runs are shown in steps, because each draws its row again', async () => {
  const { shown, runAll } = hundredRuns();
  runAll(); // the wait for runs that end together
  await vi.waitFor(() => expect(shown()).toBe(40));
  runAll();
  expect(shown()).toBe(80);
  runAll();
  expect(shown()).toBe(99);
});

test('a change that is the same after another run has ended is the same object, so that its row is kept', async () => {
  const { recordings, answers, changeOf, change, shown, runAll } = hundredRuns();
  for (let step = 0; step < 4; step++) {
    runAll();
    await vi.waitFor(() => expect(shown()).toBeGreaterThan(0));
  }
  const [first, second] = [change(0), change(1)];
  answers.push([...(answers[0] ?? []).slice(1).map((each) => ({ ...each })), changeOf(0, ['agent loadSession'])]);
  recordings.value = [recording('new'), ...recordings.value];
  runAll();
  await vi.waitFor(() => expect(change(0)?.gained).toEqual(['agent loadSession']));
  expect(change(0)).not.toBe(first);
  expect(change(1)).toBe(second);
});

test('a file that the page has opened is not the run before', () => {
  const { recordings, files } = hundredRuns();
  const runBefore = createRunChanges({ recordings, files }, { changes: async () => [] }, fakeTimer().startTimer);
  expect(runBefore('r0')?.previous.id).toBe('r1');
  files.value = new Set(['r1']);
  expect(runBefore('r0')?.previous.id).toBe('r2');
});
