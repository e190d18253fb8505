import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/wire/units.ts';
import {
  toEntryName,
  toTimelineHead,
  toTimelineRow,
  type RowContext,
} from '../../inspector-ui/views/timeline/timeline-rows.ts';
import { recording, row } from './fakes.ts';

const context: RowContext = { timeMode: 'rel', startedAt: epochMs(0), before: undefined, isLive: false };
const request = row(1, { from: 'client', kind: 'request', method: 'session/prompt', id: '1', summary: 'hi' });

describe('a timeline row', () => {
  test('of an update leads with the update’s kind', () => {
    const { title, lead, summary } = toTimelineRow(row(0, { summary: 'tool_call_update · completed · Edit' }), context);
    expect([title, lead, summary]).toEqual(['session/update', 'tool_call_update', 'completed · Edit']);
  });

  test('of a response has the method of its request', () => {
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

  test('keeps an id’s JSON text, so that 1 and "1" differ and nothing is rounded', () => {
    const ids = ['1', '"1"', '12345678901234567890'].map((id) => toTimelineRow({ ...request, id }, context).id);
    expect(ids).toEqual(['1', '"1"', '12345678901234567890']);
  });

  test('of an open request waits while the recording is live, and has no answer once it has ended', () => {
    expect(toTimelineRow(request, { ...context, isLive: true }).duration).toBe('waiting');
    expect(toTimelineRow(request, context).duration).toBe('no answer');
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

  test('has one badge with the gravest grade and the count of all', () => {
    const findings = [
      { rule: 'a/b', grade: 'note' },
      { rule: 'c/d', grade: 'error' },
    ] as const;
    const { badge } = toTimelineRow(row(0, { findings }), context);
    expect(badge).toEqual({ grade: 'error', count: 2, label: 'note: a/b\nerror: c/d' });
  });

  test('shows characters that would reorder or hide its text', () => {
    expect(toTimelineRow(row(0, { method: null, summary: 'a\u202Eb\u001B' }), context).summary).toBe('a‹U+202E›b‹ESC›');
  });
});

describe('an entry that is pointed at', () => {
  test('is named by its method and what it is about', () => {
    expect(toEntryName(1, request).what).toEqual({ title: 'session/prompt', lane: 'client', summary: 'hi' });
  });

  test('is named by its kind when it is an update', () => {
    const update = row(7, { summary: 'tool_call · pending · Edit' });
    expect(toEntryName(7, update).what).toEqual({ title: 'tool_call', lane: 'agent', summary: 'pending · Edit' });
  });

  test('is a number until its row is there', () => {
    expect(toEntryName(7, undefined)).toEqual({ seq: 7, what: undefined });
  });
});

describe('the line above the timeline', () => {
  test('counts findings of all grades and has the worst of them', () => {
    const { findings } = toTimelineHead(recording('r', { findings: { error: 0, warning: 2, note: 5 } }), 12);
    expect(findings).toMatchObject({ grade: 'warning', count: 7 });
  });

  test('counts nothing where nothing was found', () => {
    expect(toTimelineHead(recording('r'), 12).findings).toBeUndefined();
  });
});
