import { expect, test } from 'vitest';
import { createRecordingValue } from '../../../../inspector-ui/state/shell/recording-value.ts';
import { fakeBackend, fakeTimer } from '../../fakes.ts';

function watched() {
  const { backend, emit } = fakeBackend();
  const { startTimer, runAll } = fakeTimer();
  const answers: ((value: number) => void)[] = [];
  const signals: AbortSignal[] = [];
  const of = createRecordingValue(
    { recording: 'r', backend, startTimer },
    (_, signal) =>
      new Promise<number>((answer) => {
        answers.push(answer);
        signals.push(signal);
      }),
  );
  const answer = async (value: number) => {
    answers.at(-1)?.(value);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { of, emit, runAll, answer, signals };
}

const changed = (recording: string) => ({ kind: 'changed', recording, total: 1, revision: 1 }) as const;

test('fetches a value at once, and again when its recording changes', async () => {
  const { of, emit, runAll, answer, signals } = watched();
  expect([signals.length, of.fetched.value.kind]).toEqual([1, 'loading']);
  await answer(1);
  expect(of.fetched.value).toMatchObject({ kind: 'ready', value: 1 });
  runAll();
  emit(changed('another'));
  expect(signals).toHaveLength(1);
  emit(changed('r'));
  expect(signals).toHaveLength(2);
});

test('fetches once more, after a pause, for changes during a fetch', async () => {
  const { emit, runAll, answer, signals } = watched();
  emit(changed('r'));
  emit(changed('r'));
  await answer(1);
  expect(signals).toHaveLength(1);
  runAll();
  expect(signals).toHaveLength(2);
});

test('fetches again after a reconnect, because changes may be missed', async () => {
  const { emit, runAll, answer, signals } = watched();
  await answer(1);
  runAll();
  emit({ kind: 'connected' });
  expect(signals).toHaveLength(2);
});

test('makes no request when it is no longer shown', () => {
  const { of, emit, signals } = watched();
  of.dispose();
  emit(changed('r'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
