import type { AxisMarks, BreakMark } from './axis-rows.ts';

/** The lines as layers of a CSS background, which all rows share. */
export const toGridlines = ({ ticks, breaks }: AxisMarks): string =>
  [
    ...ticks.map(({ at }) => `linear-gradient(var(--line), var(--line)) ${round(at)}% 0 / 1px 100% no-repeat`),
    ...(breaks.length > HATCHED ? [toStripes(breaks)] : breaks.map(toHatched)),
  ].join(', ') || 'none';

/** More silences are one plain layer in the rows: to paint a pattern for each slows down scrolling. */
const HATCHED = 8;

function toHatched({ start, width }: BreakMark): string {
  const at = width >= 100 ? 0 : (100 * start) / (100 - width);
  return `var(--pattern-break) ${round(at)}% 0 / ${round(width)}% 100% no-repeat`;
}

const toStripes = (breaks: readonly BreakMark[]): string => {
  const stops = breaks.map(({ start, width }) => {
    const [from, to] = [round(start), round(start + width)];
    return `transparent ${from}%, var(--line) ${from}% ${to}%, transparent ${to}%`;
  });
  return `linear-gradient(90deg, ${stops.join(', ')})`;
};

const round = (value: number) => Math.round(value * 100) / 100;
