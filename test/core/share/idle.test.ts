import { expect, test } from 'vitest';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { describeIdle, isIdle } from '#core/share/idle.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const live = (more: Partial<RecordingSummary> = {}) => ({
  state: 'live' as const,
  startedAt: new Date(START).toISOString(),
  waiting: [],
  entries: { client: 2, agent: 2, stderr: 0 },
  lastAt: 1_000_000,
  protocolVersion: 1,
  ...more,
});

test('a live recording in which every request is answered waits for the client', () => {
  expect(describeIdle(live(), START + 62_000)).toEqual([
    'every request is answered: the client acts next; nothing was sent for 1 m 01 s',
  ]);
  expect(describeIdle(live({ entries: { client: 0, agent: 0, stderr: 0 } }), START + 62_000)).toEqual([
    'the client has sent nothing so far; nothing was sent for 1 m 01 s',
  ]);
  expect(describeIdle(live(), START + 1500)).toEqual([]);
});

test.each<[string, Partial<RecordingSummary>]>([
  [
    'a request is open',
    { waiting: [{ side: 'client', method: 'm', id: '1', seq: 3, t: 1, session: null, heard: null }] },
  ],
  ['a line has no end yet', { unfinished: [{ side: 'agent', bytes: 3, beginning: '{"j', t: 1 }] }],
  ['it has ended', { state: 'ended' }],
  ['it has version 2, where a turn goes on after the response to its prompt', { protocolVersion: 2 }],
])('a recording is not idle when %s', (_when, more) => {
  expect(isIdle(live(more))).toBe(false);
  expect(describeIdle(live(more), START + 62_000)).toEqual([]);
});
