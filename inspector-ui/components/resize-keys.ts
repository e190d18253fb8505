/** A width in pixels, and the most that fits now. */
export interface Room {
  readonly width: number;
  readonly most: number;
}

/** The side of a box that a drag moves. */
export type Edge = 'start' | 'end';

const STEP = 8; // pixels
const LARGE_STEP = 40;

/** Returns the width after a key press; undefined for other keys. Arrows move the edge in their direction. */
export function widthAfterKey(
  { width, most, least, edge }: Room & { readonly least: number; readonly edge: Edge },
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): number | 'default' | undefined {
  const step = (shiftKey ? LARGE_STEP : STEP) * (edge === 'end' ? 1 : -1);
  switch (key) {
    case 'ArrowRight':
      return Math.min(width + step, most);
    case 'ArrowLeft':
      return Math.min(width - step, most);
    case 'Home':
      return least;
    case 'End':
      return most;
    case 'Enter':
      return 'default';
    default:
      return undefined;
  }
}
