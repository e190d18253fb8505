import { describe, expect, test } from 'vitest';
import type { Group } from '#core/model/group.ts';
import { toBar, toWaterfall } from '../../inspector-ui/views/timeline/waterfall-rows.ts';
import { group, groupRow, row } from './fakes.ts';

const request = (seq: number, t: number, duration: number | null, more = {}) =>
  row(seq, { t, duration, kind: 'request', from: 'client', method: 'session/prompt', ...more });

const ENDED = { below: undefined, isLive: false };
const LIVE = { below: undefined, isLive: true };

describe('the waterfall', () => {
  test('spans the time of the visible rows', () => {
    const rows = [request(0, 1000, 4000), request(1, 2000, 1000)];
    const scale = toWaterfall(rows, 9000, ENDED);
    expect(rows.map((each) => toBar(each, scale, 9000)).map(({ start, width }) => [start, width])).toEqual([
      [0, 100],
      [25, 25],
    ]);
  });

  test('shortens silences, keeps waiting time to scale, and returns the silences', () => {
    const silent = toWaterfall([row(0, { t: 0 }), row(1, { t: 1000 }), row(2, { t: 1_001_000 })], 2_000_000, ENDED);
    expect(silent.silences.map(({ from, to }) => [from, to])).toEqual([[1000, 1_001_000]]);
    expect(silent.at(1000)).toBeGreaterThan(40);
    const waiting = toWaterfall([request(0, 0, 1_001_000), row(1, { t: 1000 })], 2_000_000, ENDED);
    expect([waiting.silences, Math.round(waiting.at(500_500))]).toEqual([[], 50]);
  });

  test('never runs backwards', () => {
    const rows = [0, 5, 9, 40_000, 40_001, 900_000, 900_100].map((t, seq) => row(seq, { t }));
    const { at } = toWaterfall(rows, 900_100, ENDED);
    const places = Array.from({ length: 1000 }, (_, index) => at(index * 901));
    expect(places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))).toBe(true);
    expect([at(0), Math.round(at(900_100))]).toEqual([0, 100]);
  });

  test('draws an open request up to the present', () => {
    const open = request(0, 0, null);
    const scale = toWaterfall([open], 5000, ENDED);
    expect(toBar(open, scale, 5000)).toMatchObject({ start: 0, width: 100, isOpen: true });
  });

  test('shortens time in which open requests only wait, and draws them to the right edge', () => {
    const rows = [request(0, 0, null), request(1, 1000, 1000), row(2, { t: 3000 })];
    const scale = toWaterfall(rows, 60_000, ENDED);
    expect(scale.silences).toMatchObject([{ from: 3000, to: 60_000, isWaiting: true }]);
    expect(scale.at(3000)).toBeGreaterThan(90);
    const [open, answered] = rows.map((each) => toBar(each, scale, 60_000));
    expect(open).toMatchObject({ start: 0, width: 100, isOpen: true, isCut: false });
    expect(answered?.width).toBeGreaterThan(30);
  });

  test('shortens waiting for requests without a response after the end, and keeps it to scale while live', () => {
    const rows = [request(0, 0, null), request(1, 1000, 1000), row(2, { t: 60_000_000 }), row(3, { t: 60_001_000 })];
    const over = toWaterfall(rows, 60_001_000, ENDED);
    expect(over.silences).toMatchObject([{ from: 2000, to: 60_000_000, isWaiting: true }]);
    expect(toBar(rows[1] ?? row(1, {}), over, 60_001_000).width).toBeGreaterThan(20);
    expect(toWaterfall(rows, 60_001_000, LIVE).silences).toEqual([]);
  });

  test('shortens waiting up to the end, even after longer waiting before', () => {
    const rows = [request(0, 0, null), row(1, { t: 5000 }), row(2, { t: 10_000 })];
    for (const around of [ENDED, LIVE]) {
      const scale = toWaterfall(rows, 25_000, around);
      expect(scale.silences).toMatchObject([{ from: 10_000, to: 25_000, isWaiting: true }]);
      expect(scale.at(10_000)).toBeGreaterThan(90);
    }
  });

  test('extends an open request with the present without moving ended rows', () => {
    const rows = [request(0, 0, null), row(1, { t: 3000 })];
    const [early, late] = [30_000, 90_000].map((now) => toWaterfall(rows, now, LIVE));
    expect(early?.at(3000)).toBe(late?.at(3000));
    expect([early?.silences[0]?.to, late?.silences[0]?.to]).toEqual([30_000, 90_000]);
  });

  test.each([null, 3_600_000])(
    'cuts bars that end below the visible rows (%s), and keeps the width of others',
    (long) => {
      const rows = [request(0, 0, long), request(1, 1000, 2000), row(2, { t: 4000 })];
      const scale = toWaterfall(rows, 3_600_000, { ...ENDED, below: 5000 });
      const bars = rows.map((each) => toBar(each, scale, 3_600_000));
      expect(bars.map(({ start, width, isCut }) => [start, width, isCut])).toEqual([
        [0, 100, true],
        [25, 50, false],
        [100, 0, false],
      ]);
      expect(scale.silences).toEqual([]);
    },
  );

  test.each([
    ['client', 'session/prompt', 'agent'],
    ['agent', 'fs/read_text_file', 'client'],
    ['agent', 'session/request_permission', 'human'],
    ['agent', 'elicitation/create', 'human'],
  ] as const)('says whose time the %s’s %s is', (from, method, owner) => {
    const own = request(0, 0, 100, { from, method });
    expect(toBar(own, toWaterfall([own], 100, ENDED), 100).owner).toBe(owner);
  });

  test('gives a tool call that begins with its permission request to the agent, except for the wait for the person', () => {
    const asks = { from: 'agent', kind: 'request', method: 'session/request_permission' } as const;
    const barOf = (more: Partial<Group>) => {
      const call = groupRow(group(0, 'tool-call', { t: 0, ...more }), { ...asks, duration: null });
      const { owner, human } = toBar(call, toWaterfall([call], 1000, ENDED), 1000);
      return [owner, human];
    };
    expect(barOf({ until: null, waiting: { on: 'human', since: 0 } })).toEqual(['agent', 100]);
    expect(barOf({ until: 800, human: 400 })).toEqual(['agent', 50]);
  });

  test('shows the waiting parts of a turn', () => {
    const turn = groupRow(group(0, 'turn', { t: 0, until: 1000, human: 250, client: 100 }), { from: 'client' });
    expect(toBar(turn, toWaterfall([turn], 1000, ENDED), 1000)).toMatchObject({
      owner: 'agent',
      human: 25,
      client: 10,
    });
  });
});
