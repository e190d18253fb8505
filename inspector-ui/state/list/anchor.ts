import type { Seq } from '#core/units.ts';
import { ROW_HEIGHT } from './scale.ts';
import type { Selection } from './selection.ts';
import type { Anchor, Timeline } from './timeline.ts';
import type { Viewport } from './viewport.ts';

/** About the middle of a screen, for a list without a layout. */
const MIDDLE = 12 * ROW_HEIGHT;

/** The row that stays in place when the list changes: the selected row if it is visible, else the first visible row. */
export function anchorOf(
  { rowAt }: Pick<Timeline, 'rowAt'>,
  { firstInSight, isInSight, yOf }: Viewport,
  { place: selectedPlace, selected }: Selection,
): Anchor | undefined {
  const seq = selected.peek();
  const at = selectedPlace.peek();
  const isSelected = seq !== undefined && at !== undefined && isInSight(at);
  const place = isSelected ? at : firstInSight();
  const row = rowAt(place);
  return row && { seq: isSelected ? seq : row.seq, y: yOf(place) };
}

/** For a list without any row yet: the entry in the middle of the screen. */
export const centredAnchor = (seq: Seq | undefined): Anchor | undefined =>
  seq === undefined ? undefined : { seq, y: MIDDLE };
