import { COLUMNS, type Column } from '../../state/columns.ts';

/** Where the summary stands: it has what the others leave, and at least as much as the style sheet says. */
const SUMMARY = COLUMNS.findIndex(({ edge }) => edge === 'start');
const SUMMARY_LEAST = 150;

const STEP = 8;
const LARGE_STEP = 40;

/** The widths of all columns of a grid in pixels, the summary's among them. */
export const tracksOf = ({
  gridTemplateColumns,
}: Pick<CSSStyleDeclaration, 'gridTemplateColumns'>): readonly number[] =>
  gridTemplateColumns.split(' ').map((track) => Number.parseFloat(track) || 0);

/** How wide a column is among these, and how wide it may become before the summary has no room. */
export function roomFor(column: Column, tracks: readonly number[]): { readonly width: number; readonly most: number } {
  const width = Math.round(tracks[trackOf(column)] ?? column.least);
  const spare = Math.max(Math.floor((tracks[SUMMARY] ?? 0) - SUMMARY_LEAST), 0);
  return { width, most: Math.max(Math.min(column.most, width + spare), width) };
}

/** What a key makes of a width; undefined for keys that are not the handle's. Arrows move the edge where they point to. */
export function nudgedWidth(
  column: Column,
  tracks: readonly number[],
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): number | 'default' | undefined {
  const { width, most } = roomFor(column, tracks);
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
