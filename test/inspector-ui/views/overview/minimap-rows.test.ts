import { describe, expect, test } from 'vitest';
import { NO_FACTS, type TurnBand } from '#core/model/axis.ts';
import { seqNear } from '../../../../inspector-ui/state/list/overview.ts';
import { toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';
import { boxStart, toBands, toBoxPlace, toSilences } from '../../../../inspector-ui/views/overview/minimap-rows.ts';

const turn = (first: number, t: number, until: number | null, last = first): TurnBand => ({ first, last, t, until });
const bandsOf = (turns: readonly TurnBand[], pixels: number, end = 1000) =>
  toBands({ ...NO_FACTS, turns }, toTimeScale([], end), end, pixels);

describe('the minimap', () => {
  test('has a numbered band for each turn, up to now for an open one', () => {
    expect(bandsOf([turn(1, 0, 400), turn(2, 500, null)], 600)).toEqual([
      { first: 1, start: 0, width: 40, label: '1', title: 'turn 1', lane: 0, lanes: 1, isOdd: false, isOpen: false },
      { first: 2, start: 50, width: 50, label: '2', title: 'turn 2', lane: 0, lanes: 1, isOdd: true, isOpen: true },
    ]);
  });

  test('joins turns that are too narrow, but not over a long pause, and leaves out labels without room', () => {
    const turns = [turn(1, 0, 2), turn(2, 3, 5), turn(3, 6, 8), turn(4, 900, 903)];
    const bands = bandsOf(turns, 300);
    expect(bands.map(({ title, label }) => [title, label])).toEqual([
      ['turns 1–3', ''],
      ['turn 4', ''],
    ]);
  });

  test('gives turns that overlap lanes, and a later turn the whole height again', () => {
    const lanesOf = (...turns: readonly TurnBand[]) =>
      bandsOf(turns, 600).map(({ title, label, lane, lanes }) => [title, label, lane, lanes]);
    expect(lanesOf(turn(1, 0, 400), turn(2, 10, 500), turn(3, 420, 600), turn(4, 700, 900))).toEqual([
      ['turn 1', '1', 0, 2],
      ['turn 2', '2', 1, 2],
      ['turn 3', '3', 0, 2],
      ['turn 4', '4', 0, 1],
    ]);
    expect(lanesOf(turn(1, 0, 400), turn(2, 50, 400), turn(3, 100, 400), turn(4, 150, null))).toEqual([
      ['turn 1', '1', 0, 3],
      ['turn 2', '2', 1, 3],
      ['turns 3–4', '3–4', 2, 3],
    ]);
  });

  test('shows thousands of turns in bands that can be seen', () => {
    const turns = Array.from({ length: 200 }, (_, n) => turn(n * 300 + 1, n * 5, n * 5 + 4, n * 300 + 300));
    const bands = bandsOf(turns, 700);
    expect(bands.length).toBeLessThan(12);
    expect([bands[0]?.label, bands.at(-1)?.title.endsWith('60000')]).toEqual(['1–5700', true]);
  });

  test('marks silences with their length', () => {
    const scale = toTimeScale([{ from: 1_000_000, to: 61_000_000, isOpen: false }], 62_000_000);
    expect(toSilences(scale)).toMatchObject([{ title: '1 m 00 s of silence' }]);
    expect(toSilences(scale)[0]?.start).toBeCloseTo(48.5, 0);
  });

  test('leads to the first entry of the nearest bucket with entries', () => {
    const bucket = (n: number, seq: number) => ({ n, seq, client: 1, agent: 0, stderr: 0, worst: null });
    const overview = { width: 100, buckets: [bucket(0, 0), bucket(5, 70), bucket(9, 90)] };
    expect([0, 99, 310, 599, 700, 760, 5000].map((t) => seqNear(overview, t))).toEqual([0, 0, 70, 70, 70, 90, 90]);
    expect(seqNear({ width: 100, buckets: [] }, 5)).toBe(undefined);
  });

  test('has a box that is never too narrow to be seen and grabbed, and never cut at the ends', () => {
    const place = (from: number, to: number) => toBoxPlace({ from, to }, 1000, 1000);
    expect(place(200, 600)).toEqual({ start: 20, width: 40, gripStart: 20, gripWidth: 40 });
    expect(place(500, 501)).toEqual({ start: 50, width: 0.8, gripStart: 49.2, gripWidth: 2.4 });
    expect(place(0, 1)).toEqual({ start: 0, width: 0.8, gripStart: 0, gripWidth: 2.4 });
    expect(place(999, 1000)).toEqual({ start: 99.2, width: 0.8, gripStart: 97.6, gripWidth: 2.4 });
    expect(toBoxPlace({ from: 0, to: 10 }, 1000, 0)).toEqual({ start: 0, width: 100, gripStart: 0, gripWidth: 100 });
  });

  test('moves its box by keys', () => {
    const after = (key: string, shiftKey = false) => boxStart({ key, shiftKey }, { from: 200, to: 300 }, 1000);
    expect([after('ArrowLeft'), after('ArrowRight', true), after('PageUp'), after('x')]).toEqual([
      190,
      300,
      300,
      undefined,
    ]);
    expect([after('Home'), after('End')]).toEqual([0, 900]);
  });
});
