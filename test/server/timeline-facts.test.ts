import { describe, expect, test } from 'vitest';
import type { ValueField } from '#core/contract/timeline.ts';
import { createTimeline, CONVERSATION, libraryRecording, stillWanted } from './library-recording.ts';

describe('seeking', () => {
  const recording = () => libraryRecording(CONVERSATION);
  test.each([
    ['the next match', { q: 'kind:request', from: 0, step: 1, wrap: false }, { seq: 2, ordinal: 2, count: 4 }],
    [
      'the first match from before the beginning',
      { q: 'kind:request', from: -1, step: 1, wrap: false },
      { seq: 0, ordinal: 1, count: 4 },
    ],
    ['the match before', { q: 'kind:request', from: 5, step: -1, wrap: false }, { seq: 2, ordinal: 2, count: 4 }],
    [
      'none beyond the last',
      { q: 'kind:request', from: 8, step: 1, wrap: false },
      { seq: null, ordinal: null, count: 4 },
    ],
    [
      'the first again, when it goes round',
      { q: 'kind:request', from: 8, step: 1, wrap: true },
      { seq: 0, ordinal: 1, count: 4 },
    ],
    [
      'the last from the first, when it goes round',
      { q: 'kind:request', from: 0, step: -1, wrap: true },
      { seq: 8, ordinal: 4, count: 4 },
    ],
    [
      'nothing where nothing matches',
      { q: 'text:nothing', from: 0, step: 1, wrap: true },
      { seq: null, ordinal: null, count: 0 },
    ],
    ['any entry without a filter', { q: '', from: 3, step: 1, wrap: false }, { seq: 4, ordinal: 5, count: 12 }],
  ] as const)('finds %s', async (_, query, expected) => {
    expect(await createTimeline()(recording()).seek(query, stillWanted)).toEqual(expected);
  });
});

describe('the overview', () => {
  test('counts messages by time, and has the worst grade of each bucket', async () => {
    const overview = await createTimeline()(libraryRecording(CONVERSATION)).overview('', 600, stillWanted);
    expect(overview).toMatchObject({ duration: 12_000, width: 1000 });
    const sum = (of: 'client' | 'agent' | 'stderr') =>
      overview?.buckets.reduce((total, bucket) => total + bucket[of], 0);
    expect([sum('client'), sum('agent'), sum('stderr')]).toEqual([4, 8, 0]);
    expect(overview?.buckets.at(-1)).toEqual({ n: 12, seq: 11, client: 0, agent: 1, stderr: 0, worst: 'error' });
  });

  test('of a filter counts only matching entries', async () => {
    const overview = await createTimeline()(libraryRecording(CONVERSATION)).overview('kind:request', 3, stillWanted);
    expect(overview?.buckets).toHaveLength(3);
    expect(overview?.buckets.map(({ client, agent }) => client + agent)).toEqual([2, 1, 1]);
    expect(overview?.buckets.every(({ worst }) => worst !== 'error')).toBe(true);
  });
});

test('turns have their prompts as titles', () => {
  const { store, no } = libraryRecording(
    `${CONVERSATION}\n> 5 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Last"}]}`,
  );
  expect(store.read.timeline.turns(no)).toEqual([
    { number: 1, session: 's', group: 1, first: 2, last: 7, t: 3000, until: 8000, outcome: 'end_turn', title: 'Hi' },
    {
      number: 2,
      session: 's',
      group: 4,
      first: 8,
      last: 10,
      t: 9000,
      until: 11_000,
      outcome: 'end_turn',
      title: 'More',
    },
    { number: 3, session: 's', group: 7, first: 12, last: null, t: 13_000, until: null, outcome: null, title: 'Last' },
  ]);
});

test('values are written as in a filter, the most frequent first', async () => {
  const [timeline, recording] = [createTimeline(), libraryRecording(CONVERSATION)];
  const valuesOf = async (field: ValueField) => (await timeline(recording).values(field, () => true)) ?? [];
  expect((await valuesOf('method')).slice(0, 2)).toEqual([
    { value: 'session/prompt', count: 4 },
    { value: 'session/update', count: 3 },
  ]);
  expect(await valuesOf('kind')).toContainEqual({ value: 'invalid', count: 1 });
  expect(await valuesOf('from')).toEqual([
    { value: 'agent', count: 8 },
    { value: 'client', count: 4 },
  ]);
  expect(await valuesOf('session')).toEqual([{ value: 's', count: 10 }]);
  expect(await valuesOf('turn')).toEqual([
    { value: '1', count: 6 },
    { value: '2', count: 3 },
  ]);
  expect(await valuesOf('update')).toEqual([{ value: 'agent_message_chunk', count: 3 }]);
  expect(await valuesOf('status')).toEqual([{ value: 'ok', count: 8 }]);
  expect((await valuesOf('rule')).length).toBeGreaterThan(0);
  expect(await valuesOf('tool')).toEqual([]);
  expect((await valuesOf('id'))[0]).toEqual({ value: '1', count: 2 });
});

test('values of adjoining ranges add up to those of the whole, findings included', () => {
  const { store, no } = libraryRecording(CONVERSATION);
  for (const field of ['rule', 'kind'] as const) {
    const count = (from: number, to: number) =>
      store.read.values(no, field, from, to).reduce((sum, each) => sum + each.count, 0);
    const whole = count(0, 12);
    expect(whole).toBeGreaterThan(0);
    for (let middle = 0; middle <= 12; middle++) expect(count(0, middle) + count(middle, 12)).toBe(whole);
  }
});
