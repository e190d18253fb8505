import { clamp } from '#core/clamp.ts';
import type { AxisFacts } from '#core/model/axis.ts';
import { formatDuration } from '../../text/time.ts';
import { elapsedUs } from '#core/units.ts';
import type { AxisWindow } from '../../state/axis/axis-window.ts';
import type { TimeScale } from '../../state/axis/time-scale.ts';

/** A turn, or several neighbours that are too narrow to be drawn apart. Positions are percent of the width. */
export interface Band {
  readonly first: number;
  readonly start: number;
  readonly width: number;
  /** Empty where it has no room. */
  readonly label: string;
  readonly title: string;
  /** Turns that overlap stand in lanes: its lane, and how many share the height here. */
  readonly lane: number;
  readonly lanes: number;
  /** Neighbours differ. */
  readonly isOdd: boolean;
  readonly isOpen: boolean;
}

/** A shortened silence. */
export interface SilenceBand {
  readonly start: number;
  readonly width: number;
  readonly title: string;
}

/** Bands narrower than this are joined, in pixels: many turns so far that their numbers have room. */
const MIN_BAND = 6;
const MIN_BAND_OF_MANY = 64;
const CHARACTER = 6.5;
const SPACE = 6;
/** More lanes than this have no room for numbers. */
const MAX_LANES = 3;

interface JoinedTurns {
  readonly first: number;
  last: number;
  readonly from: number;
  to: number;
  isOpen: boolean;
  readonly lane: number;
}

/** Returns the turns of a minimap that is `pixels` wide. A turn without a free lane joins the turn before it. */
export function toBands({ turns }: AxisFacts, scale: TimeScale, now: number, pixels: number): readonly Band[] {
  const percent = (t: number) => (100 * scale.at(t)) / scale.length;
  const areMany = turns.length * 2 * MIN_BAND > pixels;
  const least = (100 * (areMany ? MIN_BAND_OF_MANY : MIN_BAND)) / Math.max(pixels, 1);
  const joined: JoinedTurns[] = [];
  const ends: number[] = Array.from({ length: MAX_LANES }, () => 0); // of the last band of each lane
  for (const { first, last, t, until } of turns) {
    const [from, to] = [percent(t), percent(until ?? now)];
    const before = joined.at(-1);
    const lane = ends.findIndex((end) => end <= from);
    const isApart = !before || before.to - before.from >= least || from - before.to >= least;
    if (!before || (isApart && lane >= 0)) {
      joined.push({ first, last, from, to, isOpen: until === null, lane });
      ends[lane] = to;
    } else {
      before.last = last;
      before.to = Math.max(before.to, to);
      before.isOpen ||= until === null;
      ends[before.lane] = before.to;
    }
  }
  const lanes = lanesOf(joined);
  return joined.map(({ first, last, from, to, isOpen, lane }, index): Band => {
    const beside = joined.slice(0, index).filter((other) => other.lane === lane).length;
    const numbers = first === last ? `${first}` : `${first}–${last}`;
    const hasRoom = ((to - from) * pixels) / 100 >= numbers.length * CHARACTER + SPACE;
    return {
      first,
      start: from,
      width: to - from,
      label: hasRoom ? numbers : '',
      title: first === last ? `turn ${numbers}` : `turns ${numbers}`,
      lane,
      lanes: lanes[index] ?? 1,
      isOdd: (beside + lane) % 2 === 1,
      isOpen,
    };
  });
}

/** How many lanes share the height at each band: all that overlap, also through others, have the same number. */
function lanesOf(bands: readonly JoinedTurns[]): readonly number[] {
  const lanes: number[] = [];
  let start = 0;
  let end = 0;
  bands.forEach(({ from, to, lane }, index) => {
    if (from >= end) start = index;
    end = Math.max(end, to);
    lanes.push(Math.max(lane + 1, index > start ? (lanes[start] ?? 1) : 1));
    lanes.fill(lanes[index] ?? 1, start, index);
  });
  return lanes;
}

export const toSilences = (scale: TimeScale): readonly SilenceBand[] =>
  scale.breaks.map(({ start, end, from, to, isOpen }) => ({
    start: (100 * start) / scale.length,
    width: (100 * (end - start)) / scale.length,
    title: `${formatDuration(elapsedUs(Math.round(to - from)))} of ${isOpen ? 'waiting' : 'silence'}`,
  }));

/** The box and what can be grabbed of it. All values are percent of the width. */
export interface BoxPlace {
  readonly start: number;
  readonly width: number;
  readonly gripStart: number;
  readonly gripWidth: number;
}

/** The least widths of the box and of its grip, in pixels. */
const MIN_BOX = 8;
const MIN_GRIP = 24;

/** Returns where the box of a part is in a minimap that is `pixels` wide. Neither box nor grip is cut at its ends. */
export function toBoxPlace({ from, to }: AxisWindow, length: number, pixels: number): BoxPlace {
  const percent = (least: number) => Math.min((100 * least) / Math.max(pixels, 1), 100);
  const width = clamp((100 * (to - from)) / length, percent(MIN_BOX), 100);
  const start = clamp((100 * from) / length, 0, 100 - width);
  const gripWidth = Math.max(width, percent(MIN_GRIP));
  const gripStart = clamp(start - (gripWidth - width) / 2, 0, 100 - gripWidth);
  return { start, width, gripStart, gripWidth };
}

/** A box over more than this part of the minimap has little room to move: a drag inside selects a range instead. */
const MAX_MOVABLE = 0.5;

export const isMovable = ({ from, to }: AxisWindow, length: number): boolean => to - from <= MAX_MOVABLE * length;

/** Returns where the box begins after a key; undefined for other keys. Arrows move it by a tenth of its length. */
export function boxStart(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { from, to }: AxisWindow,
  length: number,
): number | undefined {
  const step = (to - from) * (shiftKey || key.startsWith('Page') ? 1 : 0.1);
  if (key === 'Home') return 0;
  if (key === 'End') return length - (to - from);
  if (key === 'ArrowLeft' || key === 'ArrowDown' || key === 'PageDown') return from - step;
  if (key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp') return from + step;
  return undefined;
}
