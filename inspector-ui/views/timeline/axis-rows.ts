import { elapsedUs, epochMs, type EpochMs } from '#core/units.ts';
import { percentIn, type AxisWindow } from '../../state/axis/axis-window.ts';
import type { Break, TimeScale } from '../../state/axis/time-scale.ts';
import { formatClock, formatDuration, type TimeMode } from '../../text/time.ts';

/** A line of the time axis. Positions are percent of the width. The label is empty where it has no room. */
export interface Tick {
  readonly at: number;
  readonly label: string;
  /** On which side of the line the label stands. Missing: after it. */
  readonly side?: 'before' | 'after';
  /** In which half of the head's height the label stands, where two labels have no room beside each other. */
  readonly line?: 'upper' | 'lower';
}

/**
 * A shortened silence or wait. Its label, `↔ 8 m 20 s` or `↔8:20`, stands inside, after or before it; empty where it has no
 * room.
 */
export interface BreakMark {
  readonly start: number;
  readonly width: number;
  readonly label: string;
  readonly labelAt: number;
  readonly title: string;
}

export interface AxisMarks {
  readonly ticks: readonly Tick[];
  readonly breaks: readonly BreakMark[];
}

/** How times are written: since the start of the recording, or as a clock. */
export interface TimeLabels {
  readonly mode: TimeMode;
  readonly startedAt: EpochMs;
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ROUND = [1, 2, 5];
const STEPS: readonly number[] = [
  ...[1, 10, 100, 1000, 10_000, 100_000].flatMap((unit) => ROUND.map((n) => n * unit)),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((n) => n * HOUR),
];

/** Width of a character of a label, and of the space around the label, in pixels. */
const CHARACTER = 5.8;
const SPACE = 10;
export const widthOf = (label: string) => label.length * CHARACTER + SPACE;
/** Ticks of a wide axis are at least this far apart. */
const SPREAD = 72;
/** If there is room, a time stands in the part of the axis after this percentage. */
const LAST_PART = 200 / 3;
/** Narrower axes have labels for their start and their end. */
const NARROW = 120;

/** Returns the lines of a window that is `pixels` wide. Labels take room in this order: both ends, silences, the rest. */
export function toAxisMarks(scale: TimeScale, window: AxisWindow, pixels: number, labels: TimeLabels): AxisMarks {
  if (pixels <= 0) return { ticks: [], breaks: [] };
  const percent = percentIn(window);
  const inWindow = scale.breaks.filter(({ start, end }) => end > window.from && start < window.to);
  const step = stepFor(window, pixels, (each) =>
    Math.max(widthOf(toTimeLabel(scale.timeAt(window.to), each, labels)), Math.min(pixels / 8, SPREAD)),
  );
  const taken: { readonly from: number; readonly to: number }[] = [];
  /** Takes the room of a label, if it is free. */
  const take = (at: number, label: string) => {
    const from = (at * pixels) / 100;
    const to = from + widthOf(label);
    if (from < 0 || to > pixels || taken.some((other) => from < other.to && to > other.from)) return false;
    taken.push({ from, to });
    return true;
  };
  const ticksOf = (each: number) =>
    segmentsOf(window, inWindow).flatMap(({ from, to }) => {
      const first = Math.ceil(scale.timeAt(from) / each - 1e-9);
      const count = Math.max(Math.floor(scale.timeAt(to) / each + 1e-9) - first + 1, 0);
      const times = Array.from({ length: count }, (_, index) => (first + index) * each);
      return times.map((t): Tick => ({ at: percent(scale.at(t)), label: toTimeLabel(t, each, labels) }));
    });
  const ticks = ticksOf(step);
  /** The ticks whose labels have room, with the side of the label. */
  const placed = new Map<Tick, Tick>();
  const takesRoom = (tick: Tick) => {
    const { at, label } = tick;
    const isAfter = take(at, label);
    if (!isAfter && !take(at - (100 * widthOf(label)) / pixels, label)) return false;
    placed.set(tick, isAfter ? tick : { ...tick, side: 'before' });
    return true;
  };
  const roomOf = (label: string) => ({ label, room: (100 * widthOf(label)) / pixels });
  const gaps = inWindow.map((gap) => {
    const length = formatDuration(elapsedUs(Math.round(gap.to - gap.from)));
    const texts = [`↔ ${length}`, `↔${shortLength(gap.to - gap.from)}`].map(roomOf);
    const [start, end] = [Math.max(percent(gap.start), 0), Math.min(percent(gap.end), 100)];
    const title = `${length} of ${gap.isOpen ? 'waiting' : 'silence'}`;
    return { start, end, texts, title, room: texts[0]?.room ?? 0 };
  });
  const toMark = (gap: (typeof gaps)[number]): BreakMark => {
    const { start, end, texts, title } = gap;
    /** True when the label overlaps no other break that is wide enough for its own label. */
    const isAlone = (at: number, room: number) =>
      gaps.every(
        (other) => other === gap || other.end - other.start < room || at >= other.end || at + room <= other.start,
      );
    const places = texts.flatMap(({ label, room }) =>
      [...(end - start >= room ? [(start + end - room) / 2, end - room, start] : []), end, start - room].map((at) => ({
        at,
        label,
        room,
      })),
    );
    const place = places.find(({ at, label, room }) => isAlone(at, room) && take(at, label));
    return { start, width: end - start, label: place?.label ?? '', labelAt: place?.at ?? end, title };
  };
  const first = ticks.find(takesRoom);
  const endTime = scale.timeAt(window.to);
  const exact = Math.max(
    10 ** Math.ceil(Math.log10((window.to - window.from) / pixels)),
    endTime < MINUTE || window.to - window.from < 10 * SECOND ? 1 : SECOND,
  );
  const end: Tick = { at: 100, label: toTimeLabel(Math.floor(endTime / exact + 1e-6) * exact, exact, labels) };
  // A label that has no room after the last silence takes its room before the last tick does, if three labels fit.
  const last = gaps.at(-1);
  const fitsBefore = (gap: (typeof gaps)[number]) =>
    gap.start - gap.room > (100 * widthOf('0')) / pixels && 100 - gap.start >= (100 * widthOf(end.label)) / pixels;
  const isEdge = last && last.end + last.room > 100 && (last.room < 30 || fitsBefore(last));
  const edge = isEdge ? toMark(last) : undefined;
  const isLast = ({ at }: Tick) => at >= LAST_PART;
  const lastOf = (among: readonly Tick[], passes: (tick: Tick) => boolean) =>
    among.findLast((tick) => passes(tick) && !placed.has(tick) && takesRoom(tick));
  // The last of the finer ticks that has room. Ticks closer than a pixel need not be tried.
  const finer = STEPS.filter((each) => each < step && (each * pixels) / (window.to - window.from) >= 1).toReversed();
  const hasLast =
    (pixels < NARROW && takesRoom(end)) ||
    lastOf(ticks, isLast) ||
    takesRoom(end) ||
    firstOf(finer, (each) => lastOf(ticksOf(each), isLast));
  const isOther = ({ label }: Tick) => label !== '0';
  if (!hasLast && !lastOf(ticks, isOther) && first?.label === '0')
    firstOf(finer, (each) => lastOf(ticksOf(each), isOther));
  const breaks = gaps.map((gap) => (gap === last && edge ? edge : toMark(gap)));
  const isReadable = new Set([...placed.values()].map(({ label }) => label)).size > 1;
  const marks: AxisMarks = {
    breaks,
    ticks: [
      ...ticks.filter((tick) => !placed.has(tick) && !takesRoom(tick)).map(({ at }) => ({ at, label: '' })),
      ...placed.values(),
    ].toSorted((one, other) => one.at - other.at),
  };
  const times = { from: scale.timeAt(window.from), to: endTime };
  return isReadable ? marks : withBothEnds(marks, times, (window.to - window.from) / pixels, pixels, labels);
}

/**
 * Replaces the only label of an axis, from which no scale can be read, by those of its start and end: below each other if
 * they have no room side by side, and only as exact as they fit. `perPixel` in microseconds.
 */
function withBothEnds(
  marks: AxisMarks,
  { from, to }: AxisWindow,
  perPixel: number,
  pixels: number,
  labels: TimeLabels,
): AxisMarks {
  const finest = 10 ** Math.floor(Math.log10(Math.max(perPixel, 1)));
  const textAt = (t: number, exact: number) => toTimeLabel(Math.floor(t / exact + 1e-6) * exact, exact, labels);
  const texts = [1, 10, 100, 1000, 10_000, 100_000, SECOND]
    .map((factor) => Math.min(finest * factor, Math.max(finest, SECOND)))
    .map((exact) => [textAt(from, exact), textAt(to, exact)] as const)
    .find((both) => both.every((text) => widthOf(text) <= pixels));
  if (!texts || texts[0] === texts[1]) return marks;
  const isBeside = widthOf(texts[0]) + widthOf(texts[1]) <= pixels;
  const ends: readonly Tick[] = [
    { at: 0, label: texts[0], ...(!isBeside && { line: 'upper' }) },
    { at: 100, label: texts[1], side: 'before', ...(!isBeside && { line: 'lower' }) },
  ];
  const isFree = ({ labelAt, label }: BreakMark) =>
    isBeside && ends.every((tick) => !overlap(extentOf(tick, pixels), extentOf({ at: labelAt, label }, pixels)));
  return {
    breaks: marks.breaks.map((each) => (isFree(each) ? each : { ...each, label: '' })),
    ticks: [
      ...ends.slice(0, 1),
      ...marks.ticks.filter(({ at }) => at > 0 && at < 100).map(({ at }) => ({ at, label: '' })),
      ...ends.slice(1),
    ],
  };
}

/** The first result that is not undefined. */
function firstOf<Item, Result>(items: readonly Item[], of: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = of(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** `40 s`, `8:20`, `1.5 h`, `11 h` */
const shortLength = (us: number): string =>
  us < HOUR - SECOND
    ? toTimeLabel(us, SECOND, { mode: 'rel', startedAt: epochMs(0) })
    : `${us < 10 * HOUR ? Math.round(us / (HOUR / 10)) / 10 : Math.round(us / HOUR)} h`;

/** The smallest round step whose labels have room. */
function stepFor({ from, to }: AxisWindow, pixels: number, leastOf: (step: number) => number): number {
  const fits = (step: number) => (step * pixels) / (to - from) >= leastOf(step);
  return STEPS.find(fits) ?? Math.max(24 * HOUR, to - from);
}

/** The parts of a window between its shortened silences. */
function segmentsOf({ from, to }: AxisWindow, breaks: readonly Break[]): readonly AxisWindow[] {
  const starts = [from, ...breaks.map(({ end }) => end)];
  const ends = [...breaks.map(({ start }) => start), to];
  return starts.map((start, index) => ({ from: start, to: ends[index] ?? to })).filter((each) => each.to > each.from);
}

/** `250 ms`, `12.5 s`, `3:20`, `1:02:03`, or a clock; as exact as the step between two of them. */
export function toTimeLabel(t: number, step: number, { mode, startedAt }: TimeLabels): string {
  if (mode === 'abs') {
    const clock = formatClock(epochMs(Math.max(Math.floor(startedAt + t / 1000), 0)));
    return step >= SECOND ? clock.slice(0, 8) : clock;
  }
  const decimals = (unit: number) => Math.max(Math.ceil(Math.log10(unit / step) - 1e-9), 0);
  const ms = (t / 1000).toFixed(Math.min(decimals(1000), 3));
  if (Number(ms) < 1000 && step < SECOND / 10) return Number(ms) === 0 ? '0' : `${ms} ms`;
  const places = Math.min(decimals(SECOND), 6);
  const seconds = Number((t / SECOND).toFixed(places)); // 59.96 s may be a minute
  if (seconds < 60) return t === 0 ? '0' : `${seconds.toFixed(places)} s`;
  const rest = (seconds % 60).toFixed(places).padStart(places > 0 ? places + 3 : 2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}:${rest}`;
}

/** `side`: on which side of the pointer its label stands. */
export type PointerMark = Required<Omit<Tick, 'line'>>;

/** The step of labels that are as exact as a pixel, in microseconds. */
export const pixelStep = ({ from, to }: AxisWindow, pixels: number): number =>
  10 ** Math.round(Math.log10(Math.max((to - from) / Math.max(pixels, 1), 1)));

/** The moment below the pointer, by default as exact as a pixel; undefined outside of the window. */
export function toPointerMark(
  { at, length }: TimeScale,
  window: AxisWindow,
  t: number | undefined,
  pixels: number,
  labels: TimeLabels,
  step = pixelStep(window, pixels),
): PointerMark | undefined {
  const share = t === undefined ? Number.NaN : (at(t) - window.from) / (window.to - window.from);
  if (t === undefined || !(share >= 0 && share <= 1) || length <= 0) return undefined;
  return { at: 100 * share, label: toTimeLabel(Math.round(t), step, labels), side: share > 0.5 ? 'before' : 'after' };
}

/** True when the pointer's label overlaps this label. */
export function isCovered(tick: Tick, pointer: PointerMark | undefined, pixels: number): boolean {
  if (!pointer) return false;
  return overlap(extentOf(tick, pixels), extentOf(pointer, pixels));
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

const overlap = (one: Extent, other: Extent): boolean => one.from < other.to && one.to > other.from;

/** The room of a label, in pixels. */
function extentOf({ at, label, side }: Tick, pixels: number): Extent {
  const [x, width] = [(at * pixels) / 100, widthOf(label)];
  const from = side === 'before' ? x - width : x;
  return { from, to: from + width };
}

/** True when a drag is so short, at most two pixels, that it is a click. */
export const isClick = (fromX: number, toX: number): boolean => Math.abs(toX - fromX) < 3;
