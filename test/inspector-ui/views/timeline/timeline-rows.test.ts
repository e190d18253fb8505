import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import {
  toCellRoom,
  toEntryName,
  toTimelineHead,
  toTimelineRow,
  type RowContext,
} from '../../../../inspector-ui/views/timeline/timeline-rows.ts';
import { toOpenTime } from '../../../../inspector-ui/views/timeline/waterfall-rows.ts';
import { group, groupRow, recording, row } from '../../fakes.ts';

const context: RowContext = { timeMode: 'rel', startedAt: epochMs(0), before: undefined, isLive: false };
const request = row(1, { from: 'client', kind: 'request', method: 'session/prompt', id: '1', summary: 'hi' });

describe('a timeline row', () => {
  test('starts with the kind of an update', () => {
    const { title, lead, summary } = toTimelineRow(row(0, { summary: 'tool_call_update · completed · Edit' }), context);
    expect([title, lead, summary]).toEqual(['session/update', 'tool_call_update', 'completed · Edit']);
  });

  test('shows the method of its request for a response', () => {
    expect(toTimelineRow({ ...request, from: 'agent', kind: 'response' }, context).title).toBe('session/prompt');
  });

  test.each([
    ['client', 'request', 'client'],
    ['agent', 'response', 'client'],
    ['agent', 'request', 'agent'],
    ['client', 'error', 'agent'],
  ] as const)('of the %s’s %s has an id of the %s', (from, kind, owner) => {
    expect(toTimelineRow({ ...request, from, kind }, context).idOwner).toBe(owner);
  });

  test('shows the JSON text of an id, so that 1 and "1" differ and no digits are lost', () => {
    const ids = ['1', '"1"', '12345678901234567890'].map((id) => toTimelineRow({ ...request, id }, context).id);
    expect(ids).toEqual(['1', '"1"', '12345678901234567890']);
  });

  test('shows an open request as waiting while live, and as not answered afterwards', () => {
    expect(toTimelineRow(request, { ...context, isLive: true })).toMatchObject({
      duration: 'waiting',
      exchange: 'pending',
    });
    expect(toOpenTime(request, { now: request.t + 84_500_000 })).toBe('1 m 24 s');
    expect(toTimelineRow(request, context)).toMatchObject({ duration: 'never', exchange: 'unanswered' });
  });

  test.each([
    ['rel', 2_500_000, undefined, '2.500'],
    ['delta', 2_500_000, 2_488_000, '+0.012'],
    ['delta', 2_500_000, undefined, ''],
  ] as const)('counts time %s', (timeMode, t, before, time) => {
    expect(toTimelineRow(row(1, { t }), { ...context, timeMode, before }).time).toBe(time);
  });

  test.each([
    ['stderr', 'stderr', 'stderr', 'stderr'],
    [null, 'event', 'process', 'process'],
    ['agent', 'invalid', 'agent', 'not a message'],
  ] as const)('from %s of kind %s is in the lane %s', (from, kind, lane, title) => {
    const shown = toTimelineRow(row(0, { from, kind, method: null }), context);
    expect([shown.lane, shown.title]).toEqual([lane, title]);
  });

  test('has one badge with the worst grade and the count of all findings', () => {
    const findings = [
      { rule: 'a/b', grade: 'note' },
      { rule: 'c/d', grade: 'error' },
    ] as const;
    const { badge } = toTimelineRow(row(0, { findings }), context);
    expect(badge).toEqual({ grade: 'error', count: 2, label: 'note: a/b\nerror: c/d' });
  });

  test('marks characters that would reorder or hide its text', () => {
    expect(toTimelineRow(row(0, { method: null, summary: 'a\u202Eb\u001B' }), context).summary).toBe('a‹U+202E›b‹ESC›');
  });
});

describe('the row of a group', () => {
  const chunks = group(3, 'message', { entries: 214, title: 'Hello there', until: 5000, t: 3000, level: 2 });

  test('joins chunks to one text, with their count', () => {
    expect(toTimelineRow(groupRow(chunks), context)).toMatchObject({
      title: 'message',
      lead: '',
      summary: 'Hello there',
      count: '214 chunks',
      level: 2,
      isOpen: false,
      duration: '2.0 ms',
      size: '',
    });
  });

  test('of repeated updates has the latest of them', () => {
    const title = 'usage_update · 18962 of 1000000 tokens';
    const updates = groupRow(group(9, 'update', { entries: 4, title }), {
      summary: 'usage_update · 18905 of 200000 tokens',
    });
    expect(toTimelineRow(updates, context)).toMatchObject({
      lead: 'usage_update',
      summary: '18962 of 1000000 tokens',
      count: '4 updates',
    });
  });

  test('with one frame cannot be opened', () => {
    expect(toTimelineRow(groupRow(group(3, 'message')), context)).toMatchObject({ isOpen: undefined, count: '' });
  });

  test.each([
    ['tool-call', 'completed', 'completed', 'good'],
    ['tool-call', 'in_progress', 'in progress', 'open'],
    ['turn', 'end_turn', 'end turn', 'good'],
    ['turn', 'max_tokens', 'max tokens', 'plain'],
    ['exchange', 'error', 'error', 'bad'],
  ] as const)('of a %s with status %s says %s', (kind, status, text, tone) => {
    expect(toTimelineRow(groupRow(group(1, kind, { status, until: 2000 })), context).status).toEqual({ text, tone });
  });

  test('shows only the duration of a successful exchange', () => {
    const done = groupRow(group(1, 'exchange', { status: 'ok', entries: 2, until: 5000 }), { pair: 2 });
    expect(toTimelineRow(done, context)).toMatchObject({ status: undefined, count: '', duration: '4.0 ms' });
  });

  test('without an end is shown as running while live, and as not ended afterwards', () => {
    const open = groupRow(group(1, 'turn'));
    const live = toTimelineRow(open, { ...context, isLive: true });
    expect([live.status?.text, live.duration, live.exchange]).toEqual(['running', 'waiting', 'pending']);
    expect(toTimelineRow(open, context).status?.text).toBe('never ended');
  });

  test('shows that it waits for a person, whatever its status', () => {
    const more = { status: 'in_progress', waiting: { on: 'human', since: 5 } } as const;
    const asking = groupRow(group(1, 'tool-call', more));
    expect(toTimelineRow(asking, { ...context, isLive: true }).status).toEqual({
      text: 'waits for a person',
      tone: 'waiting',
    });
    expect(toTimelineRow(asking, context).status?.text).toBe('nobody answered');
    const answered = groupRow(group(1, 'tool-call', { ...more, until: 9000 }));
    expect(toTimelineRow(answered, context).status?.text).toBe('in progress');
  });

  test('has no duration for a tool call in one frame, and any duration for two frames', () => {
    const call = (entries: number) => groupRow(group(1, 'tool-call', { status: 'completed', t: 5, until: 5, entries }));
    expect(toTimelineRow(call(1), context).duration).toBe('');
    expect(toTimelineRow(call(2), context).duration).toBe('0 µs');
  });

  test('of a session or turn is open while its rows are shown', () => {
    const shown = ['session', 'turn'].map((kind) =>
      toTimelineRow(groupRow(group(1, kind as 'session', { isCollapsed: true })), context),
    );
    expect(shown.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  test('has the findings of all its frames', () => {
    const bad = groupRow(group(1, 'tool-call', { findings: { count: 3, worst: 'warning', rule: null } }));
    expect(toTimelineRow(bad, context).badge).toMatchObject({ grade: 'warning', count: 3 });
  });
});

describe('an entry in a link', () => {
  test('is named by its method and summary', () => {
    expect(toEntryName(1, request).what).toEqual({ title: 'session/prompt', lane: 'client', summary: 'hi' });
  });

  test('is named by its kind when it is an update', () => {
    const update = row(7, { summary: 'tool_call · pending · Edit' });
    expect(toEntryName(7, update).what).toEqual({ title: 'tool_call', lane: 'agent', summary: 'pending · Edit' });
  });

  test('is a number until its row is fetched', () => {
    expect(toEntryName(7, undefined)).toEqual({ seq: 7, what: undefined });
  });
});

describe('the line above the timeline', () => {
  test('counts findings of all grades and shows the worst grade', () => {
    const { findings } = toTimelineHead(recording('r', { findings: { error: 0, warning: 2, note: 5 } }), 12);
    expect(findings).toMatchObject({ grade: 'warning', count: 7 });
  });

  test('shows no count without findings', () => {
    expect(toTimelineHead(recording('r'), 12).findings).toBeUndefined();
  });
});

test('the columns have room for the longest number and time of the recording', () => {
  const HOUR = 3_600_000_000;
  expect(toCellRoom(0, 0, 'rel')).toEqual({ digits: 1, time: 5 });
  expect(toCellRoom(2_000_000, 8.87 * HOUR, 'rel')).toEqual({ digits: 7, time: 11 });
  expect(toCellRoom(10_000_001, 12 * HOUR, 'delta')).toEqual({ digits: 8, time: 13 });
  expect(toCellRoom(10, HOUR, 'abs').time).toBe('14:03:22.123'.length);
});
