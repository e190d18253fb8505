/** Height of a timeline row in pixels, as `--row-height` in the style sheet. */
export const ROW_HEIGHT = 24;

/**
 * Browsers limit elements to 17 (Firefox) to 33 million pixels (Chromium). Beyond 666,666 rows, scrolling is geared.
 */
const MAX_HEIGHT = 16_000_000;

/** Rows rendered beyond both edges, and rows per move of the window: fewer renders while scrolling. */
export const OVERSCAN = 6;
const STEP = 4;

/**
 * A list of `total` rows seen through a window `height` pixels high. Pixels of rows = `gear` × pixels of the scroll
 * bar.
 */
export interface Scale {
  readonly total: number;
  readonly height: number;
  readonly scrollHeight: number;
  readonly gear: number;
}

export function toScale(total: number, height: number): Scale {
  const rows = total * ROW_HEIGHT;
  const scrollHeight = Math.min(rows, MAX_HEIGHT);
  const gear = scrollHeight > height ? (rows - height) / (scrollHeight - height) : 1;
  return { total, height, scrollHeight, gear };
}

/** Returns the rows to render at a scroll position, with `overscan` rows beyond both edges. */
export function windowAt(
  { total, height, gear }: Scale,
  scrollTop: number,
  overscan = OVERSCAN,
): { from: number; to: number } {
  const first = firstInSight(gear, scrollTop) - overscan;
  const from = Math.max(Math.floor(first / STEP) * STEP, 0);
  const count = rowsIn(height, overscan);
  return { from: Math.min(from, total), to: Math.min(from + count, total) };
}

/** Returns the number of rows to render in a long list. */
export const rowsIn = (height: number, overscan = OVERSCAN): number =>
  Math.ceil(height / ROW_HEIGHT) + 2 * overscan + STEP;

/** Returns the offset of row `from` in the scrolled element. Depends on `scrollTop` only if scrolling is geared. */
export const offsetOf = ({ gear }: Scale, from: number, scrollTop: number): number =>
  gear === 1 ? from * ROW_HEIGHT : scrollTop + from * ROW_HEIGHT - scrollTop * gear;

export const firstInSight = (gear: number, scrollTop: number): number => Math.floor((scrollTop * gear) / ROW_HEIGHT);

/** Returns the nearest scroll position that shows the row. `middle`: centres the row if it was out of sight. */
export function scrollTo({ height, gear }: Scale, row: number, scrollTop: number, middle: boolean): number {
  const top = row * ROW_HEIGHT;
  const shown = scrollTop * gear;
  if (top >= shown && top + ROW_HEIGHT <= shown + height) return scrollTop;
  if (middle) return Math.max((top - (height - ROW_HEIGHT) / 2) / gear, 0);
  return Math.max((top < shown ? top : top + ROW_HEIGHT - height) / gear, 0);
}

/** Returns the scroll position that shows a row `y` pixels below the upper edge. */
export const scrollFor = ({ gear }: Scale, row: number, y: number): number =>
  Math.max((row * ROW_HEIGHT - y) / gear, 0);

/** Half a row short of the end still counts as the end: fractional positions never arrive exactly. */
export const isAtEnd = ({ height, scrollHeight }: Scale, scrollTop: number): boolean =>
  scrollTop + height >= scrollHeight - ROW_HEIGHT / 2;
