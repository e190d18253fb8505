import type { Room } from '../../components/resize-keys.ts';
import { COLUMNS, type Column } from '../../state/list/columns.ts';

/** Index of the summary column, which takes the remaining width. */
const SUMMARY = COLUMNS.findIndex(({ edge }) => edge === 'start');

/** Laid-out columns, in pixels. */
export interface Grid {
  /** Widths of all columns, with the summary; 0 for hidden ones. */
  readonly tracks: readonly number[];
  /** Minimum width of the summary in the style sheet. */
  readonly summaryLeast: number;
}

/** Reads the grid of an element that has the layout of a row. */
export const readGrid = (style: Pick<CSSStyleDeclaration, 'gridTemplateColumns' | 'getPropertyValue'>): Grid => ({
  tracks: style.gridTemplateColumns.split(' ').map(toPixels),
  summaryLeast: toPixels(style.getPropertyValue('--summary-least')),
});

const toPixels = (length: string): number => Number.parseFloat(length) || 0;

/** Returns the width of a column, and its maximum before the summary has no room. */
export function columnLimits(column: Column, { tracks, summaryLeast }: Grid): Room {
  const width = Math.round(tracks[trackOf(column)] ?? column.least);
  const spare = Math.max(Math.floor((tracks[SUMMARY] ?? 0) - summaryLeast), 0);
  return { width, most: Math.max(Math.min(column.most, width + spare), width) };
}

/** Columns behind the summary have an index one higher. */
function trackOf(column: Column): number {
  const at = COLUMNS.indexOf(column);
  return column.edge === 'start' ? at + 1 : at;
}
