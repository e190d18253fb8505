import { expect, test } from 'vitest';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { withTimeSoFar } from '#core/stats/time-so-far.ts';
import { OPEN, statsOf } from './stats-of.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const recording = (state: RecordingSummary['state'], end: number | null) => ({
  total: 9,
  lastAt: 97_000,
  state,
  waiting: [],
  startedAt: new Date(START).toISOString(),
  endedAt: end === null ? null : new Date(START + end).toISOString(),
});

const HUNG = `${OPEN}
  @10000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @30000 < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
  @90000 > 0 ok {"outcome":{"outcome":"cancelled"}}
  @95000 < 1 fs/read_text_file {"sessionId":"s","path":"/a/b"}
  @97000 ! waiting`;

test('the time of an open turn is split up to the last entry', () => {
  const share = { agent: 25_000, human: 60_000, client: 2000, acptap: 0 };
  expect(statsOf(HUNG).turns).toMatchObject([{ duration: null, awaited: 'client', share }]);
});

test.each([
  ['the end of the recording', recording('ended', 195), 300, 100_000],
  ['now while it is live', recording('live', null), 300, 205_000],
  ['the last entry, if the end is earlier', recording('interrupted', 96), 300, 2000],
])('the time after the last entry is that of the awaited side, up to %s', (_until, summary, now, client) => {
  const [turn] = withTimeSoFar(statsOf(HUNG), summary, START + now).turns;
  expect(turn?.share).toEqual({ agent: 25_000, human: 60_000, client, acptap: 0 });
});

test('the time of an ended turn stays as it is', () => {
  const stats = statsOf(`${HUNG}
    @98000 > 1 ok {"content":""}
    @99000 < 2 ok {"stopReason":"end_turn"}`);
  expect(stats.turns).toMatchObject([{ duration: 89_000, awaited: null }]);
  expect(withTimeSoFar(stats, recording('ended', 195), START + 300)).toEqual(stats);
});

test('the stats of a live recording end before a frame that acptap has; the time since then is that of acptap', () => {
  const time = { human: 60_000, client: 2000, acptap: 0, waiting: { on: 'acptap', since: 100_000 } } as const;
  const prompt = { side: 'client', method: 'session/prompt', id: '2', seq: 4, t: 10_000, session: 's' } as const;
  const held = { ...recording('live', null), waiting: [{ ...prompt, heard: 0, time }] };
  const share = { agent: 28_000, human: 60_000, client: 2000, acptap: 200_000 };
  expect(withTimeSoFar(statsOf(HUNG), held, START + 300).turns).toMatchObject([{ awaited: 'acptap', share }]);
});

test('a live recording has the silence since its last entry, with the request that is waited for', () => {
  const asked = { side: 'agent', method: 'fs/read_text_file', id: '1', seq: 7, t: 95_000, session: 's' } as const;
  const silent = { ...recording('live', null), waiting: [{ ...asked, heard: 90_000 }] };
  const { gaps, silence, duration, turnTime } = withTimeSoFar(statsOf(HUNG), silent, START + 5097);
  const waitingFor = { seq: 7, method: 'fs/read_text_file', side: 'client' };
  expect(gaps).toEqual([{ after: 8, before: null, t: 97_000, duration: 5_000_000, acptap: 0, waitingFor }]);
  expect([silence, duration]).toEqual([5_000_000, 5_097_000]);
  expect(turnTime).toEqual({ agent: 25_000, human: 60_000, client: 5_002_000, acptap: 0 });
  expect(withTimeSoFar(statsOf(HUNG), silent, START + 1096).gaps).toEqual([]);
});

test('the silence since a frame that acptap holds is that of acptap, and begins with that frame', () => {
  const interfered = { seq: 9, kind: 'hold', isDelivered: false };
  const asked = { side: 'agent', method: 'fs/read_text_file', id: '1', seq: 7, t: 95_000, session: 's' } as const;
  const held = { ...recording('live', null), total: 10, lastAt: 3_097_000 };
  const waiting = [{ ...asked, heard: 90_000, interfered }];
  expect(withTimeSoFar(statsOf(HUNG), { ...held, waiting }, START + 5097).gaps).toMatchObject([
    { after: 9, t: 3_097_000, acptap: 2_000_000, waitingFor: { seq: 9, side: 'acptap' } },
  ]);
});
