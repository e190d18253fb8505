import { assert, double, nat, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  around,
  following,
  moved,
  within,
  zoomed,
  percentIn,
} from '../../../../inspector-ui/state/axis/axis-window.ts';

const WHOLE = { from: 0, to: 100_000 };
const window = { from: 20_000, to: 40_000 };

describe('the window of the time axis', () => {
  test('keeps the point below the pointer when it zooms', () => {
    expect(zoomed(window, 2, 0.25, WHOLE)).toEqual({ from: 22_500, to: 32_500 });
    expect(zoomed(window, 0.5, 0.5, WHOLE)).toEqual({ from: 10_000, to: 50_000 });
    expect(zoomed(window, 1 / 1000, 0.5, WHOLE)).toEqual(WHOLE);
  });

  test('places positions by percent of its width, also those outside', () => {
    expect([20_000, 25_000, 40_000, 10_000].map(percentIn(window))).toEqual([0, 25, 100, -50]);
  });

  test('stays inside of the whole, and is never empty', () => {
    const some = tuple(nat(100_000), nat(100_000)).map(([from, length]) => ({ from, to: from + length }));
    assert(
      property(some, double({ min: 0.001, max: 1000, noNaN: true }), nat(200_000), (start, factor, by) => {
        const all = [
          zoomed(start, factor, 0.3, WHOLE),
          moved(start, by - 100_000, WHOLE),
          within(start, WHOLE),
          around(start.from, start.to, WHOLE),
          following(within(start, WHOLE), [by, by + 10], WHOLE),
        ];
        for (const { from, to } of all) {
          expect(from).toBeGreaterThanOrEqual(-1e-6);
          expect(to).toBeLessThanOrEqual(100_000 + 1e-6);
          expect(to - from).toBeGreaterThan(99);
        }
      }),
    );
  });

  test('keeps its length when it moves', () => {
    expect(moved(window, 70_000, WHOLE)).toEqual({ from: 80_000, to: 100_000 });
    expect(moved(window, -70_000, WHOLE)).toEqual({ from: 0, to: 20_000 });
  });

  test.each([
    ['stays while most rows begin in it', [15_000, 21_000, 39_000], window],
    ['moves on to rows behind it, which then begin at its left', [45_000, 50_000], { from: 44_000, to: 64_000 }],
    ['moves back to rows before it, which then end at its right', [9000, 12_000], { from: 0, to: 20_000 }],
    ['stays for rows that never fit, if one of them begins in it', [0, 25_000, 90_000], window],
    ['moves to the first of rows that never fit', [50_000, 60_000, 90_000], { from: 49_000, to: 69_000 }],
  ])('%s', (_, starts, expected) => {
    expect(following(window, starts, WHOLE)).toEqual(expected);
  });
});
