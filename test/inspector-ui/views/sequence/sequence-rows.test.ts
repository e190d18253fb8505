import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { epochMs } from '#core/units.ts';
import { HUES } from '../../../../inspector-ui/text/session-number.ts';
import { humanWaitUs, toSequenceRow } from '../../../../inspector-ui/views/sequence/sequence-rows.ts';
import { group, groupRow, row } from '../../fakes.ts';

const draw = (of: TimelineRow, above?: TimelineRow, longestWait = 0) =>
  toSequenceRow(of, {
    timeMode: 'rel',
    startedAt: epochMs(0),
    isLive: false,
    above,
    sessionAbove: above?.session ?? null,
    longestWait,
  });

const request = row(3, { kind: 'request', from: 'client', method: 'session/prompt', id: '1', summary: 'Fix it' });
const answer = row(9, { kind: 'response', method: 'session/prompt', id: '1', summary: 'end_turn', duration: 6000 });

describe('a row of the sequence', () => {
  test.each([
    ['question', request],
    ['answer', answer],
    ['answer', { ...answer, kind: 'error' as const }],
    ['update', row(4)],
    ['update', row(4, { kind: 'invalid', method: null })],
    ['note', row(4, { from: 'stderr', kind: 'stderr' })],
    ['note', row(4, { from: null, kind: 'event' })],
    ['run', groupRow(group(1, 'message', { entries: 214 }))],
    ['update', groupRow(group(1, 'message', { entries: 1 }))],
    ['both', groupRow(group(1, 'file', { entries: 2 }), { kind: 'request', method: 'fs/read_text_file' })],
    ['question', groupRow(group(1, 'exchange', { entries: 1 }), { kind: 'request', method: '_a' })],
    ['question', groupRow(group(1, 'turn', { entries: 20 }), { kind: 'request', from: 'client' })],
  ] as const)('is drawn as %s', (arrow, of) => {
    expect(draw(of).arrow).toBe(arrow);
  });

  test('labels its arrow without repetition', () => {
    expect(draw(request)).toMatchObject({ name: 'session/prompt', said: 'Fix it' });
    expect(draw(answer)).toMatchObject({ name: 'session/prompt', said: 'end_turn' });
    expect(draw(row(4, { summary: 'tool_call · pending · Edit' }))).toMatchObject({
      name: '',
      said: 'tool_call · pending · Edit',
    });
    expect(draw(groupRow(group(1, 'plan', { title: 'plan · 1/3 done', entries: 2 })))).toMatchObject({
      name: '',
      said: 'plan · 1/3 done',
    });
    expect(draw(groupRow(group(1, 'message', { title: 'Hello', entries: 214 })))).toMatchObject({
      name: 'message',
      said: 'Hello',
      count: '214 chunks',
    });
  });

  test('shows the time since the row above, and marks a second and more', () => {
    expect(draw(row(4))).toMatchObject({ delta: '', isGap: false });
    expect(draw(row(4, { t: 1_000_000 }), row(3, { t: 1 }))).toMatchObject({ delta: '+0.999', isGap: false });
    expect(draw(row(4, { t: 1_000_001 }), row(3, { t: 1 }))).toMatchObject({ delta: '+1.000', isGap: true });
  });

  test('shows its finding in words', () => {
    const finding = { rule: 'framing/line-is-json', grade: 'error' as const };
    expect(draw(row(4)).wrong).toBe('');
    expect(draw(row(4, { findings: [finding] })).wrong).toBe('error: framing/line-is-json');
    expect(draw(row(4, { findings: [finding, finding] })).wrong).toBe('error: framing/line-is-json +1');
    const within = group(1, 'turn', { findings: { count: 2, worst: 'error', rule: 'meta/shape' } });
    expect(draw(groupRow(within)).wrong).toBe('error: meta/shape +1');
  });

  test('shows the worst finding and its grade, in any order', () => {
    const note = { rule: 'jsonrpc/legacy', grade: 'note' as const };
    const error = { rule: 'framing/line-is-json', grade: 'error' as const };
    const mixed = draw(row(4, { findings: [note, error] }));
    expect([mixed.wrong, mixed.badge?.grade]).toEqual(['error: framing/line-is-json +1', 'error']);
    const call = groupRow(group(1, 'tool-call', { findings: { count: 2, worst: 'error', rule: error.rule } }), {
      findings: [note],
    });
    expect([draw(call).wrong, draw(call).badge?.grade]).toEqual(['error: framing/line-is-json +1', 'error']);
    const mild = draw(row(4, { findings: [note] }));
    expect([mild.wrong, mild.badge?.grade]).toEqual(['note: jsonrpc/legacy', 'note']);
  });

  test('shows a wait for a person once, at its place', () => {
    const permission = { method: 'session/request_permission', duration: 4_000_000 };
    expect(humanWaitUs(row(4, { ...permission, kind: 'request' }))).toBe(0);
    expect(humanWaitUs(row(5, { ...permission, kind: 'response', from: 'client' }))).toBe(4_000_000);
    expect(humanWaitUs(groupRow(group(1, 'turn', { human: 4_000_000 })))).toBe(0);
    const call = groupRow(group(1, 'tool-call', { human: 4_000_000 }));
    expect(draw(call, undefined, 8_000_000).human).toEqual({ text: '4.00 s', share: 0.5 });
    expect(draw(row(4)).human).toBeUndefined();
  });

  test('names its session in its own colour when it differs from the row above', () => {
    const [one, other] = [row(4, { session: 'session-number-one' }), row(5, { session: 'another' })];
    expect(draw(other, one).session).toMatchObject({ label: 'another', isNew: true });
    expect(draw(one, one).session).toMatchObject({
      label: 'session-…',
      isNew: false,
      hue: draw(one, other).session?.hue,
    });
    expect(draw(row(6, { session: null }), one).session).toBeUndefined();
    const hues = Array.from({ length: 200 }, (_, no) => draw(row(4, { session: `s${no}` })).session?.hue);
    expect(new Set(hues)).toEqual(new Set(Array.from({ length: HUES }, (_, hue) => hue)));
  });

  test('shows that the agent works on a prompt', () => {
    expect(draw(groupRow(group(1, 'message', { turn: 1 }))).isActive).toBe(true);
    expect(draw(groupRow(group(1, 'message'))).isActive).toBe(false);
  });
});
