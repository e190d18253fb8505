import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { NO_FACTS } from '#core/model/axis.ts';
import type { Overview } from '#core/model/overview.ts';
import { createOverview } from '../../../../inspector-ui/state/list/overview.ts';
import { fakeBackend, fakeTimer, settled } from '../../fakes.ts';

const of = (duration: number, revision = 1): Overview => ({
  duration,
  width: 1000,
  buckets: [],
  axis: NO_FACTS,
  revision,
});

function overviewing(filter: string) {
  const { backend, emit } = fakeBackend();
  const { startTimer, runAll } = fakeTimer();
  const q = signal(filter);
  const asked: string[] = [];
  const answers = new Map<string, (overview: Overview) => void>();
  const ask = (_: string, wanted: string) => {
    asked.push(wanted);
    return new Promise<Overview>((answer) => void answers.set(wanted, answer));
  };
  const overview = createOverview('r', q, { ...backend, overview: ask }, startTimer);
  const answer = async (wanted: string, duration: number, revision?: number) => {
    answers.get(wanted)?.(of(duration, revision));
    await settled();
  };
  const durations = () => [overview.whole.value?.duration, overview.shown.value?.duration];
  return { q, asked, answer, durations, emit, runAll, overview };
}

test('fetches and shows one overview without a filter', async () => {
  const { asked, answer, durations, overview } = overviewing('');
  await answer('', 9000);
  expect([asked, durations()]).toEqual([[''], [9000, 9000]]);
  expect(overview.shown.value).toBe(overview.whole.value);
});

test('keeps the extent of the recording with a filter', async () => {
  const { q, asked, answer, durations } = overviewing('');
  await answer('', 9000);
  q.value = 'kind:error';
  expect([asked, durations()]).toEqual([
    ['', 'kind:error'],
    [9000, 9000],
  ]);
  await answer('kind:error', 4000);
  expect(durations()).toEqual([9000, 4000]);
  q.value = 'kind:request';
  expect(durations()).toEqual([9000, 4000]);
  q.value = '';
  expect(durations()).toEqual([9000, 9000]);
});

test('fetches both overviews again when the recording changes, and neither after dispose()', async () => {
  const { asked, answer, emit, runAll, overview } = overviewing('kind:error');
  await answer('', 9000);
  await answer('kind:error', 4000);
  runAll();
  emit({ kind: 'changed', recording: 'another', total: 1, revision: 1 });
  expect(asked).toHaveLength(2);
  emit({ kind: 'changed', recording: 'r', total: 1, revision: 1 });
  expect(asked).toHaveLength(2); // the response already had this revision
  emit({ kind: 'changed', recording: 'r', total: 1, revision: 2 });
  expect(asked.slice(2)).toEqual(['', 'kind:error']);
  overview.dispose();
  runAll();
  emit({ kind: 'changed', recording: 'r', total: 2, revision: 2 });
  expect(asked).toHaveLength(4);
});

test('does not fetch the overview again for a change that the running request already has', async () => {
  const { asked, answer, emit, runAll } = overviewing('');
  emit({ kind: 'changed', recording: 'r', total: 1, revision: 2 });
  await answer('', 9000, 2);
  runAll();
  expect(asked).toHaveLength(1);
});

test('fetches the overview again when the recording changed after the running request was answered', async () => {
  const { asked, answer, emit, runAll } = overviewing('');
  emit({ kind: 'changed', recording: 'r', total: 1, revision: 2 });
  await answer('', 9000, 1);
  runAll();
  expect(asked).toHaveLength(2);
});
