import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import {
  isAtEnd,
  offsetOf,
  ROW_HEIGHT,
  scrollTo,
  toScale,
  windowAt,
} from '../../../../inspector-ui/state/list/scale.ts';
import { createViewport } from '../../../../inspector-ui/state/list/viewport.ts';

const HEIGHT = 840;

test.each([0, 1, 30, 200_000, 1_000_000, 10_000_000])('renders at most 200 of %i rows', (total) => {
  const scale = toScale(total, HEIGHT);
  for (const part of [0, 0.3, 0.5, 1]) {
    const { from, to } = windowAt(scale, part * Math.max(scale.scrollHeight - HEIGHT, 0));
    expect(to - from).toBeLessThanOrEqual(Math.min(total, 200));
    expect(from).toBeGreaterThanOrEqual(0);
  }
});

test.each([200_000, 1_000_000, 10_000_000])('reaches the last of %i rows at the end of the scroll bar', (total) => {
  const scale = toScale(total, HEIGHT);
  const end = scale.scrollHeight - HEIGHT;
  const { from, to } = windowAt(scale, end);
  expect(to).toBe(total);
  expect(offsetOf(scale, from, end) + (to - from) * ROW_HEIGHT).toBeCloseTo(scale.scrollHeight, 3);
  expect(isAtEnd(scale, end)).toBe(true);
});

test('scrolls one to one when every row fits', () => {
  expect(toScale(600_000, HEIGHT).gear).toBe(1);
});

test.each([
  ['does not scroll for a visible row', 10, 100, 100],
  ['scrolls a row above to the top', 2, 1000, 2 * ROW_HEIGHT],
  ['scrolls a row below to the bottom', 100, 0, 101 * ROW_HEIGHT - HEIGHT],
])('%s', (_, row, scrollTop, expected) => {
  expect(scrollTo(toScale(1000, HEIGHT), row, scrollTop, false)).toBe(expected);
});

test.each([5, 499_999, 9_999_990])('makes row %i of ten million visible when it scrolls there', (row) => {
  const scale = toScale(10_000_000, HEIGHT);
  const scrollTop = scrollTo(scale, row, 8_000_000, true);
  const { from, to } = windowAt(scale, scrollTop);
  expect(row >= from && row < to).toBe(true);
});

test('distinguishes upward and downward scrolls', () => {
  const viewport = createViewport(signal(1000));
  viewport.resized(HEIGHT);
  expect(viewport.scrolled(500)).toEqual({ up: false, atEnd: false });
  expect(viewport.scrolled(400)).toEqual({ up: true, atEnd: false });
  expect(viewport.scrolled(1000 * ROW_HEIGHT - HEIGHT)).toEqual({ up: false, atEnd: true });
});

test('renders only the visible rows at first and after a jump, and more when scrolling stops', () => {
  const viewport = createViewport(signal(10_000));
  viewport.resized(HEIGHT);
  const rows = () => viewport.to.value - viewport.from.value;
  const atFirst = rows();
  viewport.widen();
  expect(rows()).toBeGreaterThan(atFirst);
  viewport.scrolled(100 * ROW_HEIGHT);
  const jumped = rows();
  expect(jumped).toBe(atFirst);
  expect(viewport.from.value).toBeLessThanOrEqual(100);
  expect(viewport.to.value * ROW_HEIGHT).toBeGreaterThanOrEqual(100 * ROW_HEIGHT + HEIGHT);
  viewport.widen();
  expect(rows()).toBeGreaterThan(jumped);
  const wide = rows();
  viewport.scrolled(103 * ROW_HEIGHT);
  expect(rows()).toBe(wide); // a short scroll is not a jump
});
