import type { Difference } from './difference.ts';
import { quoted, renderValue } from './render-value.ts';

export interface RenderOptions {
  /** How many differences are told; of the rest only the number. */
  readonly lines?: number;
  /** How long a value may be, in characters. */
  readonly width?: number;
}

/**
 * Differences for a person, one a line: `/params/prompt/0/text: expected "…", got "…"`. Long strings are cut around the first
 * character that differs. No line end at the end; empty for no differences.
 */
export function renderDifference(
  differences: readonly Difference[],
  { lines = 6, width = 72 }: RenderOptions = {},
): string {
  const told = differences.slice(0, lines).map((one) => renderOne(one, width));
  const more = differences.length - told.length;
  if (more > 0) told.push(`… and ${more} more ${more === 1 ? 'difference' : 'differences'}`);
  return told.join('\n');
}

function renderOne({ pointer, kind, expected, received }: Difference, width: number): string {
  const place = pointer === '' ? '' : `${pointer}: `;
  const [wanted, got] = kind === 'changed' ? renderBoth(expected, received, width) : [];
  return `${place}expected ${wanted ?? renderOr('nothing', expected, width)}, got ${got ?? renderOr('nothing', received, width)}`;
}

const renderOr = (nothing: string, value: unknown, width: number) =>
  value === undefined ? nothing : renderValue(value, width);

/** Two values for a person. Of two strings the part around the first character that differs; the rest is left out where it is long. */
export function renderBoth(expected: unknown, received: unknown, width: number): [string, string] {
  if (typeof expected !== 'string' || typeof received !== 'string')
    return [renderValue(expected, width), renderValue(received, width)];
  const parting = firstDifference(expected, received);
  const start = Math.max(expected.length, received.length) <= width ? 0 : Math.max(0, parting - Math.floor(width / 3));
  return [quoted(expected, width, start), quoted(received, width, start)];
}

/** Where two texts begin to differ, in UTF-16 units; the length of `one` where it is the beginning of `other`. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
