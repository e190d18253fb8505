import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import type { Gap } from '#core/model/axis.ts';
import { toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';
import {
  isClick,
  isCovered,
  toAxisMarks,
  toPointerMark,
  toTimeLabel,
} from '../../../../inspector-ui/views/timeline/axis-rows.ts';
import { toGridlines } from '../../../../inspector-ui/views/timeline/gridlines.ts';

const SECOND = 1_000_000;
const REL = { mode: 'rel', startedAt: epochMs(0) } as const;
const scale = toTimeScale([], 10 * SECOND);
const marksOf = (from: number, to: number, pixels: number, of = scale) => toAxisMarks(of, { from, to }, pixels, REL);

describe('the time axis', () => {
  test('has round ticks, as many as have room', () => {
    const labels = (pixels: number) => marksOf(0, 10 * SECOND, pixels).ticks.map(({ label }) => label);
    expect(labels(900)).toEqual(['0', '1 s', '2 s', '3 s', '4 s', '5 s', '6 s', '7 s', '8 s', '9 s', '10 s']);
    expect(labels(230)).toEqual(['0', '2 s', '4 s', '6 s', '', '10 s']);
    expect(labels(0)).toEqual([]);
    expect(marksOf(2 * SECOND, 2.5 * SECOND, 400).ticks).toEqual([
      { at: 0, label: '2.0 s' },
      { at: 20, label: '2.1 s' },
      { at: 40, label: '2.2 s' },
      { at: 60, label: '2.3 s' },
      { at: 80, label: '2.4 s' },
      { at: 100, label: '2.5 s', side: 'before' },
    ]);
  });

  test('marks shortened silences with their length, without overlapping labels', () => {
    const night = toTimeScale([{ from: 10 * SECOND, to: 40_000 * SECOND, isOpen: false }], 40_010 * SECOND);
    const { ticks, breaks } = marksOf(0, night.length, 300, night);
    expect(breaks).toMatchObject([{ label: '↔ 11 h 06 m', title: '11 h 06 m of silence' }]);
    expect(ticks.map(({ label }) => label)).toEqual(['0', '5 s', '10 s', '', '', '11:06:50']);
    for (let pixels = 20; pixels < 1500; pixels += 7) {
      const marks = marksOf(0, night.length, pixels, night);
      const beside = marks.ticks.filter(({ line }) => line === undefined);
      const times = beside.map(({ at, label, side }) =>
        side === 'before' ? { at: at - (100 * label.length * 5.8) / pixels, label } : { at, label },
      );
      const places = [...times, ...marks.breaks.map(({ labelAt, label }) => ({ at: labelAt, label }))]
        .filter(({ label }) => label !== '')
        .toSorted((one, other) => one.at - other.at);
      places.forEach(({ at, label }, index) => {
        const next = places[index + 1]?.at ?? 100;
        expect(((next - at) * pixels) / 100).toBeGreaterThan(label.length * 5.8 - 0.01);
      });
    }
  });

  test('shows a time at both ends, however many silences have labels', () => {
    const pauses = [0, 1, 2, 3, 4].map((n) => ({
      from: (n * 10 + 0.3) * SECOND,
      to: (n + 1) * 10 * SECOND,
      isOpen: false,
    }));
    const paused = toTimeScale(pauses, 50.5 * SECOND);
    const labelsOf = (pixels: number) => {
      const { ticks, breaks } = marksOf(0, paused.length, pixels, paused);
      return [ticks, breaks].map((all) => all.flatMap(({ label }) => label || []));
    };
    expect(labelsOf(100)[0]).toEqual(['0', '50.5 s']);
    expect(labelsOf(250)).toEqual([
      ['0', '50.5 s'],
      ['↔ 9.70 s', '↔ 9.70 s'],
    ]);
  });

  test('has a label besides 0, also where silences take up the round times', () => {
    const besides = (gaps: readonly Gap[], end: number, pixels: number) => {
      const of = toTimeScale(gaps, end);
      return marksOf(0, of.length, pixels, of).ticks.flatMap(({ label }) =>
        label === '' || label === '0' ? [] : label,
      );
    };
    const night = { from: 0.2 * SECOND, to: 40_000.7 * SECOND, isOpen: false };
    expect(besides([night], 40_001.1 * SECOND, 120)).toEqual(['11:06:41.0']);
    for (let pixels = 80; pixels < 400; pixels += 13)
      for (let length = 300; length < 1e10; length *= 1.7) {
        const gap = { from: length / 3, to: length * 0.9, isOpen: false };
        expect([pixels, length, besides([], length, pixels).length > 0]).toEqual([pixels, length, true]);
        expect([pixels, length, besides([gap], length, pixels).length > 0]).toEqual([pixels, length, true]);
      }
  });

  test('shows the end of a narrow axis, if it fits', () => {
    const labelsOf = (end: number, pixels: number) =>
      marksOf(0, end * SECOND, pixels, toTimeScale([], end * SECOND)).ticks.flatMap(({ label }) => label || []);
    expect(labelsOf(110.4, 61)).toEqual(['0', '1:50']);
    expect(labelsOf(1.3, 61)).toEqual(['0', '1.3 s']);
    expect(labelsOf(40_001, 61)).toEqual(['0', '11:06:40']); // as exact as a pixel, below each other
    expect(labelsOf(40_001, 50)).toEqual(['0']);
  });

  test('has two labels in every part that a zoom shows, below each other where they have no room side by side', () => {
    const long = toTimeScale([], 600 * SECOND);
    for (const pixels of [61, 80, 110, 160, 201, 300, 700])
      for (let length = 1000; length < 400 * SECOND; length *= 2.3)
        for (const from of [0, 0.278 * SECOND, 12.3456 * SECOND, 187.4 * SECOND]) {
          const { ticks } = marksOf(from, from + length, pixels, long);
          const labelled = ticks.filter(({ label }) => label !== '');
          expect([pixels, length, from, labelled.length > 1]).toEqual([pixels, length, from, true]);
          for (const { label } of labelled) expect(label.length * 5.8).toBeLessThan(pixels);
        }
    expect(marksOf(12.3 * SECOND, 12.8 * SECOND, 61, long).ticks.filter(({ label }) => label)).toEqual([
      { at: 0, label: '12.300 s', line: 'upper' },
      { at: 100, label: '12.800 s', line: 'lower', side: 'before' },
    ]);
  });

  test('has the length of a wait that lasts until the end, beside the last time', () => {
    const waiting = toTimeScale([{ from: 1.9 * SECOND, to: 24.5 * SECOND, isOpen: true }], 24.5 * SECOND);
    const { ticks, breaks } = marksOf(0, waiting.length, 175, waiting);
    expect(breaks).toMatchObject([{ label: '↔ 22.6 s' }]);
    expect(ticks.flatMap(({ label }) => label || [])).toEqual(['0', '24.5 s']);
  });

  test.each([
    [{ from: 1.674, to: 41.78, isOpen: false }, 44.84, '↔40 s', '40.1 s of silence'],
    [{ from: 1.9, to: 582, isOpen: true }, 582, '↔9:40', '9 m 40 s of waiting'],
    [{ from: 10, to: 40_000, isOpen: false }, 40_010, '↔11 h', '11 h 06 m of silence'],
    [{ from: 10, to: 5410, isOpen: false }, 5420, '↔1.5 h', '1 h 30 m of silence'],
    [{ from: 10, to: 3609.8, isOpen: false }, 3620, '↔1 h', '1 h 00 m of silence'],
  ])('shortens the length of %o where the whole has no room', ({ from, to, isOpen }, end, label, title) => {
    const cut = toTimeScale([{ from: from * SECOND, to: to * SECOND, isOpen }], end * SECOND);
    expect(marksOf(0, cut.length, 168, cut).breaks).toMatchObject([{ label, title }]);
  });

  test('has the length of a silence near the end, and a time in the last part', () => {
    const pause = { from: 17.5 * SECOND, to: 107.5 * SECOND, isOpen: false };
    const paused = toTimeScale([pause], 110.7 * SECOND);
    const { ticks, breaks } = marksOf(0, paused.length, 201, paused);
    expect(breaks).toMatchObject([{ label: '↔ 1 m 30 s' }]);
    expect(ticks.flatMap(({ at, label }) => (at > 66 && label ? label : []))).toEqual(['1:50']);
    for (let pixels = 90; pixels < 600; pixels++)
      for (const last of [0.5, 1, 2, 3.2, 4, 8]) {
        const of = toTimeScale([pause], pause.to + last * SECOND);
        const marks = marksOf(0, of.length, pixels, of);
        // The length of a silence at the right edge takes the room of the last time.
        const from = marks.breaks[0]?.label ? 40 : 66;
        const isThere = marks.ticks.some(({ at, label }) => at > from && label !== '');
        expect([pixels, last, isThere]).toEqual([pixels, last, true]);
      }
  });

  test('places the label of a silence inside, after or before it, but never on another wide silence', () => {
    const gap = (from: number, to: number, isOpen = false) => ({ from: from * SECOND, to: to * SECOND, isOpen });
    const placesOf = (gaps: readonly ReturnType<typeof gap>[], end: number) => {
      const of = toTimeScale(gaps, end * SECOND);
      const { breaks } = marksOf(0, of.length, 300, of);
      return breaks.map(({ start, width, label, labelAt }) =>
        label === '' ? 'none' : labelAt < start ? 'before' : labelAt < start + width ? 'in' : 'after',
      );
    };
    expect(placesOf([gap(4, 60)], 70)).toEqual(['after']);
    expect(placesOf([gap(10, 60)], 60)).toEqual(['before']);
    expect(placesOf([gap(10, 900, true)], 900)).toEqual(['in']);
    expect(placesOf([gap(9, 60), gap(60.1, 900, true)], 900)).toEqual(['before', 'in']);
  });

  test.each([
    [0, 100, '0'],
    [1500, 500, '1.5 ms'],
    [250_000, 50_000, '250 ms'],
    [1_250_000, 50_000, '1.25 s'],
    [42_000_000, SECOND, '42 s'],
    [125_500_000, 500_000, '2:05.5'],
    [3_725_000_000, 5 * SECOND, '1:02:05'],
    [999_700, 1000, '1.000 s'],
    [59_999_000, 10_000, '1:00.00'],
    [299_996_000, 10_000, '5:00.00'],
    [3_599_999_000, 10_000, '1:00:00.00'],
  ])('writes %d with a step of %d as %s', (t, step, label) => {
    expect(toTimeLabel(t, step, REL)).toBe(label);
  });

  test('writes the clock if the list does', () => {
    const startedAt = epochMs(new Date(2026, 0, 1, 14, 3, 22).getTime());
    expect(toTimeLabel(5 * SECOND, SECOND, { mode: 'abs', startedAt })).toBe('14:03:27');
    expect(toTimeLabel(500_000, 1000, { mode: 'abs', startedAt })).toBe('14:03:22.500');
  });

  test('names the moment below the pointer, on the side with room', () => {
    const at = (t: number | undefined) => toPointerMark(scale, { from: 0, to: 5 * SECOND }, t, 500, REL);
    expect(at(SECOND)).toEqual({ at: 20, label: '1.00 s', side: 'after' });
    expect(at(4_126_000)).toMatchObject({ label: '4.13 s', side: 'before' });
    expect([at(6 * SECOND), at(undefined)]).toEqual([undefined, undefined]);
  });

  test('hides labels that the label of the pointer overlaps', () => {
    const covered = (t: number) => {
      const window = { from: 0, to: 10 * SECOND };
      const pointer = toPointerMark(scale, window, t, 500, REL);
      const { ticks } = toAxisMarks(scale, window, 500, REL);
      return ticks.filter((tick) => tick.label !== '' && isCovered(tick, pointer, 500)).map(({ label }) => label);
    };
    expect(covered(2.5 * SECOND)).toEqual(['2 s']);
    expect(covered(7 * SECOND)).toEqual(['6 s']);
    expect(isCovered({ at: 0, label: '0' }, undefined, 500)).toBe(false);
  });

  test('has its lines in every row', () => {
    expect(toGridlines({ ticks: [], breaks: [] })).toBe('none');
    const lines = toGridlines({
      ticks: [{ at: 25, label: '' }],
      breaks: [{ start: 50, width: 20, label: '', labelAt: 70, title: '' }],
    });
    expect(lines).toBe(
      'linear-gradient(var(--line), var(--line)) 25% 0 / 1px 100% no-repeat, var(--pattern-break) 62.5% 0 / 20% 100% no-repeat',
    );
    const breaks = Array.from({ length: 99 }, (_, n) => ({ start: n, width: 0.5, label: '', labelAt: n, title: '' }));
    const many = toGridlines({ ticks: [], breaks });
    expect(many.match(/gradient/g)).toHaveLength(1);
    expect(many).toContain('transparent 98%, var(--line) 98% 98.5%, transparent 98.5%)');
  });

  test('tells a click from a drag', () => {
    expect([isClick(10, 12), isClick(10, 13)]).toEqual([true, false]);
  });
});
