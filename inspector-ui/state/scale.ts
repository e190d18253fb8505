/** Height of a timeline row in pixels; `--row-height` of the style sheet is the same. */
export const ROW_HEIGHT = 24;

/** Browsers lay out no element higher than 17 (Firefox) to 33 million pixels (Chromium). Beyond 666,666 rows scrolling is geared. */
const MAX_HEIGHT = 16_000_000;

/** Rows kept beyond both edges, and the step in which the window moves: fewer renders while scrolling. */
export const OVERSCAN = 6;
const STEP = 4;

/** A list of `total` rows seen through a window `height` pixels high. Pixels of rows = `gear` × pixels of the scroll bar. */
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

/** The rows to render at a scroll position, with `overscan` rows beyond both edges. */
export function windowAt(
  { total, height, gear }: Scale,
  scrollTop: number,
  overscan = OVERSCAN,
): { from: number; to: number } {
  const first = firstInSight(gear, scrollTop) - overscan;
  const from = Math.max(Math.floor(first / STEP) * STEP, 0);
  const count = Math.ceil(height / ROW_HEIGHT) + 2 * overscan + STEP;
  return { from: Math.min(from, total), to: Math.min(from + count, total) };
}

/** Where row `from` is drawn, in pixels of the scrolled element. Does not depend on `scrollTop` unless scrolling is geared. */
export const offsetOf = ({ gear }: Scale, from: number, scrollTop: number): number =>
  gear === 1 ? from * ROW_HEIGHT : scrollTop + from * ROW_HEIGHT - scrollTop * gear;

export const firstInSight = (gear: number, scrollTop: number): number => Math.floor((scrollTop * gear) / ROW_HEIGHT);

/** The nearest scroll position that has the row in sight; `middle` puts it there when it is out of sight. */
export function scrollTo({ height, gear }: Scale, row: number, scrollTop: number, middle: boolean): number {
  const top = row * ROW_HEIGHT;
  const shown = scrollTop * gear;
  if (top >= shown && top + ROW_HEIGHT <= shown + height) return scrollTop;
  if (middle) return Math.max((top - (height - ROW_HEIGHT) / 2) / gear, 0);
  return Math.max((top < shown ? top : top + ROW_HEIGHT - height) / gear, 0);
}

/** The scroll position that has a row `y` pixels below the upper edge. */
export const scrollFor = ({ gear }: Scale, row: number, y: number): number =>
  Math.max((row * ROW_HEIGHT - y) / gear, 0);

/** Half a row short of the end still counts as the end: fractional positions never arrive exactly. */
export const isAtEnd = ({ height, scrollHeight }: Scale, scrollTop: number): boolean =>
  scrollTop + height >= scrollHeight - ROW_HEIGHT / 2;
