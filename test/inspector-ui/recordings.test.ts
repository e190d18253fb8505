import { expect, test } from 'vitest';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { createRecordings } from '../../inspector-ui/state/shell/recordings.ts';
import { fakeBackend, recording, settled } from './fakes.ts';

const old = recording('old', { startedAt: '2026-11-19T10:00:00.000Z' });
const young = recording('young', { startedAt: '2026-11-21T10:00:00.000Z' });

function listening(answers: (readonly RecordingSummary[] | Error)[]) {
  const { backend, tell } = fakeBackend();
  const next = () => answers.shift() ?? new Error('no more answers');
  const list = createRecordings({
    ...backend,
    recordings: async () => {
      const answer = next();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { tell, ids: () => list.recordings.value?.map(({ id }) => id), list };
}

test('lists recordings newest first after the response of the server', async () => {
  const { tell, ids } = listening([[old, young]]);
  expect(ids()).toBeUndefined();
  tell({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['young', 'old']);
});

test('applies changes and additions of the feed, and keeps recordings after an empty list', async () => {
  const { tell, ids, list } = listening([[old]]);
  tell({ kind: 'connected' });
  tell({ kind: 'recordings', recordings: [] });
  await settled();
  tell({ kind: 'recordings', recordings: [young, { ...old, total: 99 }] });
  expect([ids(), list.byId('old')?.total]).toEqual([['young', 'old'], 99]);
});

test('keeps changes that come while the list is fetched', async () => {
  const { tell, ids } = listening([[old]]);
  tell({ kind: 'connected' });
  tell({ kind: 'recordings', recordings: [young] });
  await settled();
  expect(ids()).toEqual(['young', 'old']);
});

test('drops a recording that was removed while offline', async () => {
  const { tell, ids } = listening([[old, young], [young]]);
  tell({ kind: 'connected' });
  await settled();
  tell({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['young']);
});

test('keeps the known recordings when the list fails', async () => {
  const { tell, ids } = listening([[old], new Error('down')]);
  tell({ kind: 'connected' });
  await settled();
  tell({ kind: 'connected' });
  await settled();
  expect(ids()).toEqual(['old']);
});

test('drops removed recordings', async () => {
  const { tell, ids } = listening([[old, young]]);
  tell({ kind: 'connected' });
  await settled();
  tell({ kind: 'removed', ids: ['old'] });
  expect(ids()).toEqual(['young']);
});
