import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { toInterventionRow } from '../../../inspector-ui/views/recording/state-rows.ts';
import { toDetailHead } from '../../../inspector-ui/views/detail/detail-rows.ts';
import { toTimingRows } from '../../../inspector-ui/views/detail/timing-rows.ts';
import { toTimelineRow } from '../../../inspector-ui/views/timeline/timeline-rows.ts';
import { toTimeScale } from '../../../inspector-ui/state/axis/time-scale.ts';
import { toBar } from '../../../inspector-ui/views/timeline/waterfall-rows.ts';
import { toSequenceRow } from '../../../inspector-ui/views/sequence/sequence-rows.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { toDelayMark, toGroupMark, toHeldMark, toMark } from '../../../inspector-ui/text/intervention.ts';
import { group, row } from '../fakes.ts';

const drop = { t: null, isChanged: false, why: [{ kind: 'drop', fault: 'drop 10%' }] };
const context = { timeMode: 'rel', startedAt: epochMs(0), before: undefined, isLive: false } as const;

describe('the mark of what acptap did to a frame', () => {
  test.each([
    [undefined, undefined],
    [drop, { text: 'not delivered: drop', isLost: true }],
    [
      { t: null, isChanged: false, why: [] },
      { text: 'not delivered', isLost: true },
    ],
    [
      { t: 1000, isChanged: true, why: [{ kind: 'corrupt' }] },
      { text: 'changed: corrupt', isLost: false },
    ],
    [
      { t: 313_000, isChanged: false, why: [{ kind: 'delay' }] },
      { text: 'delay · 312 ms', isLost: false },
    ],
    [
      { t: 313_000, isChanged: false, why: [{ kind: 'hold' }] },
      { text: 'hold · 312 ms', isLost: false },
    ],
    [
      { t: 313_000, isChanged: true, why: [{ kind: 'crlf' }, { kind: 'delay' }] },
      { text: 'changed: crlf, delay · 312 ms', isLost: false },
    ],
    [
      { t: 1000, isChanged: false, why: [{ kind: 'x\u001b[2J' }] },
      { text: 'x‹ESC›[2J', isLost: false },
    ],
  ])('says for %j what became of it', (sent, mark) => {
    expect(toMark(row(1, sent ? { sent } : {}))).toEqual(mark);
  });

  test('names a changed value by its member, with the old text and the new one, also for a group with one changed frame', () => {
    const change = { pointer: '/params/prompt/0', received: '"a"', delivered: null, more: 2 };
    const words = { name: 'prompt/0', pointer: '/params/prompt/0', before: '"a"', after: undefined, more: '+2' };
    const sent = { t: 0, isChanged: true, why: [{ kind: 'edit' }], change };
    expect(toMark(row(1, { sent }))).toEqual({ text: 'edit', isLost: false, change: words });
    expect(toGroupMark({ count: 1, lost: 0, kinds: ['edit'], change }, 2)).toEqual({
      text: 'edit',
      isLost: false,
      change: words,
    });
    expect(toGroupMark({ count: 2, lost: 1, kinds: ['drop', 'edit'], change }, 2)).toEqual({
      text: '2 touched, 1 not delivered: drop, edit',
      isLost: false,
      change: words,
    });
    const hostile = { ...change, pointer: '', received: '\u202e', more: 0 };
    expect(toMark(row(1, { sent: { ...sent, change: hostile } }))?.change).toMatchObject({
      name: undefined,
      before: '‹U+202E›',
      more: '',
    });
  });

  test('says until when a frame is delayed, also in the row of its group', () => {
    const request = { side: 'client', method: '_a', id: '1', seq: 4, t: 0, session: null, heard: null } as const;
    const delay = { until: 502_035_000, by: 'delay 500s' };
    const waiting = [request, { ...request, interfered: { seq: 5, kind: 'delay', isDelivered: false, delay } }];
    const mark = { text: 'delayed until 8:22.035', isLost: 'held' };
    expect(toDelayMark(row(5), waiting)).toEqual(mark);
    expect(toDelayMark(row(4), waiting)).toBeUndefined();
    expect(toDelayMark(row(2, { group: group(0, 'exchange', { first: 2, last: 9 }) }), waiting)).toEqual(mark);
  });

  test('counts the frames of a group, and strikes it out only if none was delivered', () => {
    expect(toGroupMark({ count: 3, lost: 1, kinds: ['delay', 'drop'] }, 5)).toEqual({
      text: '3 touched, 1 not delivered: delay, drop',
      isLost: false,
    });
    expect(toGroupMark({ count: 2, lost: 2, kinds: ['mute'] }, 2)).toEqual({
      text: '2 not delivered: mute',
      isLost: true,
    });
    expect(toGroupMark({ count: 1, lost: 0, kinds: ['delay'] }, 1).text).toBe('touched: delay');
  });
});

describe('a row of a recording with interventions', () => {
  test('says in words that a frame did not arrive', () => {
    expect(toTimelineRow(row(1, { sent: drop }), context).way).toBe('agent to client, not delivered');
  });

  test('has the direction of a line that acptap wrote, in the timeline and in the sequence', () => {
    const injected = { event: 'injected', toward: 'agent', why: [{ kind: 'answer' }] } as const;
    const own = row(1, { from: null, kind: 'event', method: null, own: injected });
    expect(toTimelineRow(own, context)).toMatchObject({ title: 'acptap', way: 'acptap to agent', toward: 'agent' });
    expect(toSequenceRow(own, { ...context, above: undefined, sessionAbove: null, longestWait: 0 }).arrow).toBe('own');
  });

  test('is marked while acptap holds its frame or an earlier one, even if it stands for a group', () => {
    const held = { seqs: new Set([2, 5]), first: { agent: 2 } };
    const lineOf = (each: TimelineRow) => toTimelineRow(each, { ...context, held: toHeldMark(each, held) });
    expect([1, 2, 3, 5].map((seq) => lineOf(row(seq, { from: 'agent' })).mark?.text)).toEqual([
      undefined,
      'held',
      'waits',
      'held',
    ]);
    expect(lineOf(row(3, { from: 'agent' })).way).toBe('agent to client, waits');
    expect(lineOf(row(3, { from: 'client' })).mark).toBeUndefined();
    const groupOf = (first: number, last: number) =>
      lineOf({ ...row(first), group: group(first, 'message', { first, last, entries: 3 }) }).mark?.text;
    expect([groupOf(2, 4), groupOf(0, 2), groupOf(0, 1)]).toEqual(['held', 'held', undefined]);
  });

  test('does not call a request unanswered that acptap answered', () => {
    const request = row(1, { kind: 'request', sent: { ...drop, why: [{ kind: 'answer' }] } });
    expect(toTimelineRow(request, context)).toMatchObject({ duration: 'by acptap', exchange: 'none' });
  });

  test('has the delivered values and the fault in its detail', () => {
    const { intervention } = toDetailHead(row(1, { sent: drop }), epochMs(0));
    expect(intervention).toEqual({
      text: 'Not delivered: the client never had it',
      isLost: true,
      faults: ['drop 10%'],
    });
  });
});

const WATERFALL = {
  scale: toTimeScale([], 400_000),
  window: { from: 0, to: 400_000 },
  now: 400_000,
  heard: {},
  kept: new Map(),
};

describe('the time that acptap kept a request', () => {
  const request = row(1, {
    from: 'client',
    kind: 'request',
    t: 0,
    duration: 400_000,
    sent: { t: 300_000, isChanged: false, why: [{ kind: 'delay' }] },
  });

  test('is acptap’s part of the bar', () => {
    const { owner, parts } = toBar(request, WATERFALL);
    expect([owner, parts]).toEqual(['agent', [{ of: 'acptap', isSilent: false, start: 0, width: 75 }]]);
  });

  test('is not the agent’s time', () => {
    const waits = [{ on: 'acptap', from: 0, to: 300_000 }] as const;
    const exchange = group(1, 'exchange', { first: 1, t: 0, until: 400_000, entries: 2, acptap: 300_000, waits });
    expect(toBar({ ...request, group: exchange }, WATERFALL).parts).toEqual(toBar(request, WATERFALL).parts);
    const parts = toTimingRows(request, exchange, undefined, 400_000, false).filter(({ share }) => share !== undefined);
    expect(parts.map(({ name, share }) => [name, share])).toEqual([
      ['on its way in acptap', 75],
      ['agent at work', 25],
    ]);
  });

  test('is the whole bar of a notification', () => {
    const update = row(1, { t: 0, sent: { t: 200_000, isChanged: false, why: [{ kind: 'delay' }] } });
    expect(toBar(update, WATERFALL)).toMatchObject({ owner: 'acptap', width: 50 });
  });
});

test('the line above the views counts the interventions once the recording has ended', () => {
  const first = row(0, { kind: 'event', summary: 'acptap takes part, seed 7 · drop' });
  expect(toInterventionRow({ first, count: 4 }, false)).toMatchObject({
    text: 'acptap takes part, seed 7 · drop',
    more: '3 interventions',
    all: 'has:intervention',
  });
  expect(toInterventionRow({ first, count: 4 }, true).more).toBe('show interventions');
});
