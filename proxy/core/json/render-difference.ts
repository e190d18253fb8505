import type { Difference } from './difference.ts';
import { quoted, renderValue } from './render-value.ts';

export interface RenderOptions {
  /** How many differences to list; the rest are only counted. */
  readonly lines?: number;
  /** The longest value to print, in characters. */
  readonly width?: number;
}

/**
 * Prints differences one a line: `/params/prompt/0/text: expected "…", got "…"`. Cuts long strings around the
 * first character that differs. Returns '' for no differences, and no line end after the last one.
 */
export function renderDifference(
  differences: readonly Difference[],
  { lines = 6, width = 72 }: RenderOptions = {},
): string {
  const rendered = differences.slice(0, lines).map((one) => renderOne(one, width));
  const more = differences.length - rendered.length;
  if (more > 0) rendered.push(`… and ${more} more ${more === 1 ? 'difference' : 'differences'}`);
  return rendered.join('\n');
}

function renderOne({ pointer, kind, expected, received }: Difference, width: number): string {
  const place = pointer === '' ? '' : `${pointer}: `;
  const [wanted, got] = kind === 'changed' ? renderBoth(expected, received, width) : [];
  return `${place}expected ${wanted ?? renderOr('nothing', expected, width)}, got ${got ?? renderOr('nothing', received, width)}`;
}

const renderOr = (nothing: string, value: unknown, width: number) =>
  value === undefined ? nothing : renderValue(value, width);

/** Prints two values. Of two strings, prints the part around the first character that differs. */
export function renderBoth(expected: unknown, received: unknown, width: number): [string, string] {
  if (typeof expected !== 'string' || typeof received !== 'string')
    return [renderValue(expected, width), renderValue(received, width)];
  const parting = firstDifference(expected, received);
  const start = Math.max(expected.length, received.length) <= width ? 0 : Math.max(0, parting - Math.floor(width / 3));
  return [quoted(expected, width, start), quoted(received, width, start)];
}

/** The index where two texts begin to differ, in UTF-16 units; the length of `one` if `other` begins with it. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
