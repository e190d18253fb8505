import { clamp } from '#core/clamp.ts';
import { GAP_US } from '#core/model/stats.ts';
import { MAX_SILENCES, type Gap } from '#core/model/axis.ts';

/** A long time without entries, drawn shortened. `start` and `end` are positions of `TimeScale`. */
export interface Break extends Gap {
  readonly start: number;
  readonly end: number;
}

/**
 * The time axis of a recording: the same everywhere in the page. A position counts microseconds from the start, less
 * what long silences are shortened by.
 */
export interface TimeScale {
  /** Position of the last moment. */
  readonly length: number;
  readonly breaks: readonly Break[];
  readonly at: (t: number) => number;
  /** The moment at a position. */
  readonly timeAt: (position: number) => number;
}

/** Shortens silences without an open request if they are longer than this share of the other time. */
const SILENCE = 0.06;
/** The length of a shortened silence, as a share of the other time. */
const SHORTENED = 0.03;
/** The largest share of all shortened silences together. */
const ALL_SHORTENED = 0.25;
/** A wait is to scale up to twice the other time, which is two thirds of the axis. At most one wait is longer. */
const WAIT = 2;

/** @param end the last moment: of the recording, or of the growing axis of a live one */
export function toTimeScale(gaps: readonly Gap[], end: number): TimeScale {
  const idle = gaps.filter(({ isOpen }) => !isOpen);
  const longest = Math.max(0, ...gaps.map((gap) => (gap.isOpen ? lengthOf([gap]) : 0)));
  const others = end - lengthOf(idle) - longest;
  const busy = others + Math.min(longest, WAIT * others);
  /** A full list may miss silences up to this length, drawn to scale. So no listed one is drawn shorter. */
  const unknown = idle.length < MAX_SILENCES ? 0 : Math.min(...idle.map((gap) => lengthOf([gap])));
  const silences = idle.filter((gap) => lengthOf([gap]) > Math.max(busy * SILENCE, GAP_US, unknown));
  /** How long the longest wait is drawn at most. */
  const most = Math.max(WAIT * (end - lengthOf(silences) - longest), 1);
  const wait = gaps.find((gap) => gap.isOpen && lengthOf([gap]) > Math.max(most, GAP_US));
  const kept = end - lengthOf(silences) - (wait ? longest - most : 0);
  const width = Math.max(kept * Math.min(SHORTENED, ALL_SHORTENED / Math.max(silences.length, 1)), unknown, 1);
  let saved = 0;
  const shortened = silences.filter((gap) => lengthOf([gap]) > width);
  const cut = [...shortened, ...(wait ? [wait] : [])].toSorted((one, other) => one.from - other.from);
  const breaks = cut.map((gap): Break => {
    const length = gap === wait ? most : width;
    const start = gap.from - saved;
    saved += gap.to - gap.from - length;
    return { ...gap, start, end: start + length };
  });

  return {
    length: Math.max(end - saved, 1),
    breaks,
    at(t) {
      const inside = clamp(t, 0, Math.max(end, 1));
      const last = breaks.findLast(({ from }) => inside > from);
      if (!last) return inside;
      if (inside >= last.to) return last.end + inside - last.to;
      return last.start + ((inside - last.from) * (last.end - last.start)) / (last.to - last.from);
    },
    timeAt(position) {
      const last = breaks.findLast(({ start }) => position > start);
      if (!last) return Math.max(position, 0);
      if (position >= last.end) return Math.min(last.to + position - last.end, Math.max(end, 1));
      return last.from + ((position - last.start) * (last.to - last.from)) / (last.end - last.start);
    },
  };
}

const lengthOf = (gaps: readonly Gap[]): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Returns the end of the axis of a live recording: a little beyond now, so that bars grow into free room rather than
 * change the scale every second.
 */
export function endWithRoom(now: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(now, 1))) / 5;
  return Math.ceil(now / step + 0.25) * step;
}
