import { clamp } from '#core/clamp.ts';

/** The shown part of a time scale: positions. */
export interface AxisWindow {
  readonly from: number;
  readonly to: number;
}

/** Returns a function that converts a position to percent of the window's width. */
export const percentIn =
  ({ from, to }: AxisWindow) =>
  (position: number): number =>
    (100 * (position - from)) / (to - from);

/** The shortest window, in microseconds. */
const MIN_LENGTH = 100;

/** Room around rows that are brought into the window, as a share of it. */
const MARGIN = 0.05;

/** Changes the scale around a point, which keeps its place. `at`: from 0, the left edge, to 1. */
export function zoomed({ from, to }: AxisWindow, factor: number, at: number, whole: AxisWindow): AxisWindow {
  const length = Math.max((to - from) / factor, MIN_LENGTH);
  const point = from + (to - from) * at;
  return within({ from: point - length * at, to: point + length * (1 - at) }, whole);
}

/** Moves the window. Keeps its length. */
export const moved = ({ from, to }: AxisWindow, by: number, whole: AxisWindow): AxisWindow =>
  within({ from: from + by, to: to + by }, whole);

/** Returns a window around positions, with room on both sides. */
export function around(from: number, to: number, whole: AxisWindow): AxisWindow {
  const margin = Math.max((to - from) * MARGIN, MIN_LENGTH / 2);
  return within({ from: from - margin, to: to + margin }, whole);
}

/**
 * Returns the window for rows that begin at these positions, at the same scale. Moves only if most of them begin
 * outside, and then far, so that bars stay in place while the list scrolls on.
 */
export function following(window: AxisWindow, starts: readonly number[], whole: AxisWindow): AxisWindow {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return window;
  const length = window.to - window.from;
  const inside = starts.filter((start) => start >= window.from && start <= window.to).length;
  const fits = last - first <= length * (1 - 2 * MARGIN);
  if (fits ? inside * 2 >= starts.length : inside > 0) return window;
  const isBefore = fits && first < window.from;
  const from = isBefore ? last - length * (1 - MARGIN) : first - length * MARGIN;
  return within({ from, to: from + length }, whole);
}

/** Keeps the length where possible. */
export function within({ from, to }: AxisWindow, whole: AxisWindow): AxisWindow {
  const length = clamp(to - from, MIN_LENGTH, Math.max(whole.to - whole.from, 1));
  const start = clamp(from, whole.from, whole.to - length);
  return { from: start, to: start + length };
}

export const isWhole = ({ from, to }: AxisWindow, whole: AxisWindow): boolean => from <= whole.from && to >= whole.to;
