import { array, assert, boolean, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SILENCES } from '#core/model/axis.ts';
import { endWithRoom, toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';

const SECOND = 1_000_000;
const idle = (from: number, to: number) => ({ from: from * SECOND, to: to * SECOND, isOpen: false });
const open = (from: number, to: number) => ({ from: from * SECOND, to: to * SECOND, isOpen: true });

describe('the time scale', () => {
  test('is true to time without long silences', () => {
    const { at, timeAt, length, breaks } = toTimeScale([idle(1, 1.2), open(2, 3)], 10 * SECOND);
    expect([length, breaks, at(4 * SECOND), timeAt(4 * SECOND)]).toEqual([10 * SECOND, [], 4 * SECOND, 4 * SECOND]);
  });

  test('shortens a night with nothing open, and keeps the rest to scale', () => {
    const { at, length, breaks } = toTimeScale([idle(10, 40_000)], 40_010 * SECOND);
    expect(breaks).toMatchObject([{ from: 10 * SECOND, to: 40_000 * SECOND, start: 10 * SECOND }]);
    expect(length).toBeCloseTo(20.6 * SECOND, -2);
    expect(at(40_005 * SECOND) - at(40_000 * SECOND)).toBeCloseTo(5 * SECOND, -2);
  });

  test('shortens the pauses between the turns of a long session, though each is a small part of the whole', () => {
    const pauses = Array.from({ length: 30 }, (_, n) => idle(n * 660 + 60, (n + 1) * 660));
    const { length, breaks } = toTimeScale(pauses, 30 * 660 * SECOND);
    expect(breaks).toHaveLength(30);
    expect(length).toBeCloseTo(30 * 60 * 1.25 * SECOND, -7);
  });

  test('draws a wait to scale up to two thirds of the axis, and shortens a longer one', () => {
    expect(toTimeScale([open(2, 8)], 9 * SECOND).breaks).toEqual([]);
    expect(toTimeScale([open(2, 8), idle(9, 5000)], 5000 * SECOND).breaks).toMatchObject([{ isOpen: false }]);
    const { breaks, length } = toTimeScale([open(2, 900), idle(901, 5000)], 5000 * SECOND);
    expect(breaks).toMatchObject([{ isOpen: true, from: 2 * SECOND, start: 2 * SECOND }, { isOpen: false }]);
    expect(breaks[0]?.end).toBeCloseTo(8 * SECOND);
    expect(length).toBeCloseTo(9 * 1.03 * SECOND);
  });

  test('keeps earlier positions while a long wait grows', () => {
    const [early, late] = [30, 90].map((now) => toTimeScale([idle(1, 6), open(8, now)], now * SECOND));
    expect(early?.breaks).toMatchObject([{ isOpen: false }, { isOpen: true, from: 8 * SECOND, to: 30 * SECOND }]);
    expect([late?.length, late?.at(7 * SECOND)]).toEqual([early?.length, early?.at(7 * SECOND)]);
  });

  test('draws no listed silence shorter than one that the full list may miss', () => {
    const pauses = Array.from({ length: MAX_SILENCES }, (_, n) => idle(n * 700 + 10, n * 700 + 660 + (n % 3)));
    const { breaks } = toTimeScale(pauses, 103 * 700 * SECOND); // three are missing
    expect(new Set(breaks.map(({ from, to }) => (to - from) / SECOND))).toEqual(new Set([651, 652]));
    expect(Math.min(...breaks.map(({ start, end }) => end - start))).toBeCloseTo(650 * SECOND);
    expect(toTimeScale(pauses.slice(1), 100 * 700 * SECOND).breaks).toHaveLength(MAX_SILENCES - 1);
  });

  test('draws no silence longer than it was', () => {
    const pauses = [...Array.from({ length: 90 }, (_, n) => idle(n * 6, n * 6 + 5)), idle(541, 548)];
    const { at } = toTimeScale(pauses, 560 * SECOND);
    expect(at(548 * SECOND) - at(541 * SECOND)).toBeLessThanOrEqual(7 * SECOND);
  });

  test('draws a longer wait at least as long as a shorter one', () => {
    const gap = record({ pause: nat(5 * SECOND), length: nat(100 * SECOND) });
    assert(
      property(array(gap, { maxLength: 10 }), (lengths) => {
        let now = 0;
        const gaps = lengths.map(({ pause, length }) => {
          const from = now + pause;
          now = from + length;
          return { from, to: now, isOpen: true };
        });
        const { at } = toTimeScale(gaps, now + SECOND);
        const drawn = gaps
          .toSorted((one, other) => one.to - one.from - (other.to - other.from))
          .map(({ from, to }) => at(to) - at(from));
        expect(drawn.every((length, n) => n === 0 || length >= (drawn[n - 1] ?? 0) - 1)).toBe(true);
      }),
    );
  });

  test('never runs backwards, and finds the moment of each position', () => {
    const gap = record({ pause: nat(5 * SECOND), length: nat(100 * SECOND), isOpen: boolean() });
    assert(
      property(array(gap, { maxLength: 20 }), nat(), (lengths, more) => {
        let now = 0;
        const gaps = lengths.map(({ pause, length, isOpen }) => {
          const from = now + pause;
          now = from + length;
          return { from, to: now, isOpen };
        });
        const end = now + (more % SECOND);
        const { at, timeAt, length } = toTimeScale(gaps, end);
        const times = Array.from({ length: 200 }, (_, n) => (end * n) / 199);
        const positions = times.map(at);
        expect(positions.every((position, n) => n === 0 || position >= (positions[n - 1] ?? 0))).toBe(true);
        expect(positions.every((position) => position >= 0 && position <= length + 1e-6)).toBe(true);
        expect(times.every((t, n) => Math.abs(timeAt(positions[n] ?? 0) - t) <= 1)).toBe(true);
      }),
    );
  });
});

test('the axis of a live recording ends a little beyond now, and stays for a while', () => {
  expect([41, 41.4, 150].map((s) => endWithRoom(s * SECOND) / SECOND)).toEqual([42, 42, 160]);
  for (let t = 1; t < 1e10; t = t * 1.37 + 1) {
    expect(endWithRoom(t)).toBeGreaterThan(t);
    expect(endWithRoom(t)).toBeLessThan(t * 1.3 + 1);
  }
});
