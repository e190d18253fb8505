import { COLUMNS, type Column } from '../../state/columns.ts';

/** Where the summary stands: it has what the others leave. */
const SUMMARY = COLUMNS.findIndex(({ edge }) => edge === 'start');

/** The columns as they are laid out, in pixels. */
export interface Grid {
  /** The widths of all of them, the summary's among them; 0 for those that there is no room for. */
  readonly tracks: readonly number[];
  /** What the style sheet leaves the summary at the least. */
  readonly summaryLeast: number;
}

const STEP = 8;
const LARGE_STEP = 40;

/** Of an element that is laid out as rows are. */
export const gridOf = (style: Pick<CSSStyleDeclaration, 'gridTemplateColumns' | 'getPropertyValue'>): Grid => ({
  tracks: style.gridTemplateColumns.split(' ').map(toPixels),
  summaryLeast: toPixels(style.getPropertyValue('--summary-least')),
});

const toPixels = (length: string): number => Number.parseFloat(length) || 0;

/** How wide a column is among these, and how wide it may become before the summary has no room. */
export function roomFor(
  column: Column,
  { tracks, summaryLeast }: Grid,
): { readonly width: number; readonly most: number } {
  const width = Math.round(tracks[trackOf(column)] ?? column.least);
  const spare = Math.max(Math.floor((tracks[SUMMARY] ?? 0) - summaryLeast), 0);
  return { width, most: Math.max(Math.min(column.most, width + spare), width) };
}

/** What a key makes of a width; undefined for keys that are not the handle's. Arrows move the edge where they point to. */
export function nudgedWidth(
  column: Column,
  grid: Grid,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): number | 'default' | undefined {
  const { width, most } = roomFor(column, grid);
  const step = (shiftKey ? LARGE_STEP : STEP) * (column.edge === 'end' ? 1 : -1);
  switch (key) {
    case 'ArrowRight':
      return Math.min(width + step, most);
    case 'ArrowLeft':
      return Math.min(width - step, most);
    case 'Home':
      return column.least;
    case 'End':
      return most;
    case 'Enter':
      return 'default';
    default:
      return undefined;
  }
}

/** Columns behind the summary are one further. */
function trackOf(column: Column): number {
  const at = COLUMNS.indexOf(column);
  return column.edge === 'start' ? at + 1 : at;
}
