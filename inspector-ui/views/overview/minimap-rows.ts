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
const LEAST_BAND = 6;
const LEAST_OF_MANY = 64;
const CHARACTER = 6.5;
const SPACE = 6;

/** Returns the turns of a minimap that is `pixels` wide. */
export function toBands({ turns }: AxisFacts, scale: TimeScale, now: number, pixels: number): readonly Band[] {
  const percent = (t: number) => (100 * scale.at(t)) / scale.length;
  const areMany = turns.length * 2 * LEAST_BAND > pixels;
  const least = (100 * (areMany ? LEAST_OF_MANY : LEAST_BAND)) / Math.max(pixels, 1);
  const joined: { first: number; last: number; from: number; to: number; isOpen: boolean }[] = [];
  for (const { first, last, t, until } of turns) {
    const [from, to] = [percent(t), percent(until ?? now)];
    const before = joined.at(-1);
    if (!before || before.to - before.from >= least || from - before.to >= least)
      joined.push({ first, last, from, to, isOpen: until === null });
    else {
      before.last = last;
      before.to = Math.max(before.to, to);
      before.isOpen ||= until === null;
    }
  }
  return joined.map(({ first, last, from, to, isOpen }, index): Band => {
    const numbers = first === last ? `${first}` : `${first}–${last}`;
    const hasRoom = ((to - from) * pixels) / 100 >= numbers.length * CHARACTER + SPACE;
    return {
      first,
      start: from,
      width: to - from,
      label: hasRoom ? numbers : '',
      title: first === last ? `turn ${numbers}` : `turns ${numbers}`,
      isOdd: index % 2 === 1,
      isOpen,
    };
  });
}

export const toSilences = (scale: TimeScale): readonly SilenceBand[] =>
  scale.breaks.map(({ start, end, from, to, isOpen }) => ({
    start: (100 * start) / scale.length,
    width: (100 * (end - start)) / scale.length,
    title: `${formatDuration(elapsedUs(Math.round(to - from)))} of ${isOpen ? 'waiting' : 'silence'}`,
  }));

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
