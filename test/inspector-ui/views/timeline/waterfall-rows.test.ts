import { describe, expect, test } from 'vitest';
import type { Group } from '#core/model/group.ts';
import { toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';
import { toBar, toHeard, toKept, type Waterfall } from '../../../../inspector-ui/views/timeline/waterfall-rows.ts';
import { group, groupRow, row } from '../../fakes.ts';

const request = (seq: number, t: number, duration: number | null, more = {}) =>
  row(seq, { t, duration, kind: 'request', from: 'client', method: 'session/prompt', ...more });

const over = (end: number, more: Partial<Waterfall> = {}): Waterfall => ({
  scale: toTimeScale([], end),
  window: { from: 0, to: end },
  now: end,
  heard: {},
  kept: new Map(),
  ...more,
});

describe('the waterfall', () => {
  test('draws rows where they were in the window', () => {
    const waterfall = over(8000, { window: { from: 2000, to: 6000 } });
    const barOf = (t: number, duration: number) => {
      const { start, width, isCutBefore, isCut, beyond } = toBar(request(0, t, duration), waterfall);
      return [start, width, isCutBefore, isCut, beyond];
    };
    expect(barOf(3000, 1000)).toEqual([25, 25, false, false, undefined]);
    expect(barOf(0, 3000)).toEqual([0, 25, true, false, undefined]);
    expect(barOf(5000, 3000)).toEqual([75, 25, false, true, undefined]);
    expect(barOf(0, 1000).at(-1)).toBe('before');
    expect(barOf(7000, 500).at(-1)).toBe('after');
  });

  test('marks where a bar crosses shortened time', () => {
    const SECOND = 1_000_000;
    const scale = toTimeScale([{ from: 2 * SECOND, to: 900 * SECOND, isOpen: true }], 903 * SECOND);
    const breaksOf = (t: number, duration: number, window = { from: 0, to: scale.length }) =>
      toBar(request(0, t * SECOND, duration * SECOND), over(903 * SECOND, { scale, window })).breaks;
    expect(breaksOf(0, 903)).toEqual([expect.closeTo((100 * 7) / 15)]);
    expect(breaksOf(1, 900)).toEqual([expect.closeTo(50)]);
    expect([breaksOf(0, 1), breaksOf(901, 2)]).toEqual([[], []]);
    expect(breaksOf(0, 903, { from: 0, to: 4 * SECOND })).toEqual([]);
  });

  test('draws a wait inside shortened time as long as its share of that time', () => {
    const SECOND = 1_000_000;
    const scale = toTimeScale([{ from: 2 * SECOND, to: 902 * SECOND, isOpen: true }], 904 * SECOND);
    const waits = [{ on: 'acptap', from: 2 * SECOND, to: 227 * SECOND }] as const; // a quarter of it
    const turn = groupRow(group(0, 'turn', { t: 0, until: 904 * SECOND, waits }), { kind: 'request', from: 'client' });
    const kept = row(1, {
      t: 2 * SECOND,
      kind: 'notification',
      from: 'agent',
      sent: { t: 227 * SECOND, isChanged: false, why: [] },
    });
    const shortened = scale.breaks.map(({ start, end }) => (100 * (end - start)) / scale.length);
    expect(shortened).toEqual([expect.closeTo((100 * 8) / 12)]);
    const window = { from: 0, to: scale.length };
    const waterfall = over(904 * SECOND, { scale, window });
    expect(toBar(turn, waterfall).parts[0]?.width).toBeCloseTo((shortened[0] ?? 0) / 4);
    expect(toBar(kept, waterfall).width).toBeCloseTo((shortened[0] ?? 0) / 4);
  });

  test('draws the time in which acptap kept the response of a group behind its end, as a part of acptap', () => {
    const waits = [
      { on: 'client', from: 0, to: 1000 },
      { on: 'acptap', from: 2000, to: 5000 },
    ] as const;
    const waterfall = over(8000, { kept: toKept({ waits, waiting: null }, 8000) });
    const turn = groupRow(group(0, 'turn', { t: 1000, until: 2000 }), { kind: 'request', from: 'client' });
    expect(toBar(turn, waterfall)).toMatchObject({
      start: 12.5,
      width: 50,
      owner: 'agent',
      parts: [{ of: 'acptap', isSilent: false, start: 25, width: 75 }],
    });
    const message = groupRow(group(0, 'message', { t: 1000, until: 2000 }), { kind: 'notification', from: 'agent' });
    expect(toBar(message, waterfall)).toMatchObject({ width: 12.5, parts: [] });
  });

  test('draws a response that acptap keeps now up to the present, whatever else has ended meanwhile', () => {
    const waits = [{ on: 'acptap', from: 2000, to: 5000 }] as const;
    expect(toKept({ waits, waiting: { on: 'acptap', since: 5000 } }, 8000).get(2000)).toBe(8000);
    expect(toKept({ waits: [], waiting: { on: 'acptap', since: 5000 } }, 8000).get(5000)).toBe(8000);
    expect(toKept({ waits, waiting: { on: 'client', since: 5000 } }, 8000).get(2000)).toBe(5000);
  });

  test('draws an open request up to the present', () => {
    expect(toBar(request(0, 0, null), over(5000))).toMatchObject({ start: 0, width: 100, isOpen: true });
  });

  test.each([
    ['client', 'session/prompt', 'agent'],
    ['agent', 'fs/read_text_file', 'client'],
    ['agent', 'session/request_permission', 'human'],
    ['agent', 'elicitation/create', 'human'],
  ] as const)('says whose time the %s’s %s is', (from, method, owner) => {
    expect(toBar(request(0, 0, 100, { from, method }), over(100)).owner).toBe(owner);
  });

  test('gives a tool call that begins with its permission request to the agent, except for the wait for the person', () => {
    const asks = { from: 'agent', kind: 'request', method: 'session/request_permission' } as const;
    const barOf = (more: Partial<Group>) => {
      const call = groupRow(group(0, 'tool-call', { t: 0, ...more }), { ...asks, duration: null });
      const { owner, parts } = toBar(call, over(1000));
      return [owner, ...parts.map(({ of, width }) => [of, width])];
    };
    expect(barOf({ until: null, waiting: { on: 'human', since: 0 } })).toEqual(['agent', ['human', 100]]);
    expect(barOf({ until: 800, waits: [{ on: 'human', from: 0, to: 400 }] })).toEqual(['agent', ['human', 50]]);
  });

  test('draws the waits of a turn where they happened', () => {
    const waits = [
      { on: 'human', from: 100, to: 300 },
      { on: 'client', from: 300, to: 400 },
      { on: 'human', from: 800, to: 900 },
    ] as const;
    const turn = groupRow(group(0, 'turn', { t: 0, until: 1000, waits }), { from: 'client' });
    expect(toBar(turn, over(2000)).parts.map(({ of, start, width }) => [of, start, width])).toEqual([
      ['human', 10, 20],
      ['client', 30, 10],
      ['human', 80, 10],
    ]);
    const { parts } = toBar(turn, over(2000, { window: { from: 200, to: 400 } }));
    expect(parts.map(({ of, start, width }) => [of, start, width])).toEqual([
      ['human', 0, 50],
      ['client', 50, 50],
    ]);
  });

  test('draws a thousand short waits as few parts that cover the same time', () => {
    const waits = Array.from({ length: 1000 }, (_, n) => ({ on: 'client', from: n * 10, to: n * 10 + 9 }) as const);
    const turn = groupRow(group(0, 'turn', { t: 0, until: 10_000, waits }), { from: 'client' });
    const { parts } = toBar(turn, over(10_000));
    expect(parts.length).toBeLessThan(300);
    expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(85);
  });

  test('tells a working side from a silent one in an open wait', () => {
    const SECOND = 1_000_000;
    const open = groupRow(group(0, 'turn', { t: 0, until: null }), { from: 'client', kind: 'request' });
    const barAt = (now: number, heard: Waterfall['heard']) => {
      const { sign, parts } = toBar(open, over(now * SECOND, { heard }));
      return [sign, parts.map(({ of, isSilent, start, width }) => [of, isSilent, start, width])];
    };
    expect(barAt(10, { agent: 9 * SECOND })).toEqual(['working', []]);
    expect(barAt(10, { agent: 2 * SECOND })).toEqual(['silent', [['agent', true, 20, 80]]]);
    expect(barAt(20, { agent: 2 * SECOND })).toEqual(['silent', [['agent', true, 10, 90]]]);
    expect(barAt(10, { agent: null })).toEqual(['silent', [['agent', true, 0, 100]]]);
    expect(barAt(10, {})).toEqual([undefined, []]);
  });

  test('does not call a person silent, but a client that does not answer', () => {
    const barOf = (on: 'human' | 'client') => {
      const turn = group(0, 'turn', { t: 0, until: null, waiting: { on, since: 1_000_000 } });
      const { sign, parts } = toBar(
        groupRow(turn, { from: 'client' }),
        over(10_000_000, { heard: { client: 500_000, agent: 0 } }),
      );
      return [sign, parts.map(({ of, isSilent, width }) => [of, isSilent, width])];
    };
    expect(barOf('human')).toEqual([undefined, [['human', false, 90]]]);
    expect(barOf('client')).toEqual(['silent', [['client', true, 90]]]);
  });

  test('knows from the summary when each side was heard', () => {
    const waiting = { method: 'm', id: '1', seq: 0, t: 0, session: null };
    expect(
      toHeard([
        { ...waiting, side: 'client', heard: 7 },
        { ...waiting, side: 'agent', heard: null },
      ]),
    ).toEqual({ agent: 7, client: null });
  });
});
