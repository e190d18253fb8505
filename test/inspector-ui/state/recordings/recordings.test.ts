import { expect, test } from 'vitest';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { createRecordings } from '../../../../inspector-ui/state/recordings/recordings.ts';
import { fakeBackend, recording, settled } from '../../fakes.ts';

const old = recording('old', { startedAt: '2026-11-19T10:00:00.000Z' });
const young = recording('young', { startedAt: '2026-11-21T10:00:00.000Z' });

function listening(answers: (readonly RecordingSummary[] | Error)[]) {
  const { backend, emit } = fakeBackend();
  const next = () => answers.shift() ?? new Error('no more answers');
  const list = createRecordings({
    ...backend,
    recordings: async () => {
      const answer = next();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { emit, ids: () => list.recordings.value?.map(({ id }) => id), list };
}

test('lists recordings newest first after the response of the server', async () => {
  const { emit, ids } = listening([[old, young]]);
  expect(ids()).toBeUndefined();
  emit({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['young', 'old']);
});

test('applies changes and additions of the feed, and keeps recordings after an empty list', async () => {
  const { emit, ids, list } = listening([[old]]);
  emit({ kind: 'connected' });
  emit({ kind: 'recordings', recordings: [] });
  await settled();
  emit({ kind: 'recordings', recordings: [young, { ...old, total: 99 }] });
  expect([ids(), list.byId('old')?.total]).toEqual([['young', 'old'], 99]);
});

test('keeps changes that come while the list is fetched', async () => {
  const { emit, ids } = listening([[old]]);
  emit({ kind: 'connected' });
  emit({ kind: 'recordings', recordings: [young] });
  await settled();
  expect(ids()).toEqual(['young', 'old']);
});

test('drops a recording that was removed while offline', async () => {
  const { emit, ids } = listening([[old, young], [young]]);
  emit({ kind: 'connected' });
  await settled();
  emit({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['young']);
});

test('keeps the known recordings when the list fails', async () => {
  const { emit, ids } = listening([[old], new Error('down')]);
  emit({ kind: 'connected' });
  await settled();
  emit({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['old']);
});

test('drops removed recordings', async () => {
  const { emit, ids } = listening([[old, young]]);
  emit({ kind: 'connected' });
  await settled();
  emit({ kind: 'removed', ids: ['old'] });
  expect(ids()).toEqual(['young']);
});
