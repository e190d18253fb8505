import type { TimelineRow } from '#core/contract/timeline.ts';
import { hasRowsBelow } from '../../state/shell/timeline-commands.ts';

/** A list that holds only some of its rows. */
interface RowSource {
  readonly rowAt: (place: number) => TimelineRow | undefined;
  readonly total: number;
}

/** Rows to search around a row: more than a screen has, and few enough to do it for every visible row. */
const FAR = 100;

/**
 * Returns the indentation of a row. Rows outside sessions (stderr, process events, invalid lines) are indented like
 * the next row, because at the edge of the list they would seem to split a turn. Their `level` is unchanged.
 */
export function depthAt(place: number, list: RowSource): number {
  const row = list.rowAt(place);
  if (!row) return 0;
  return isStray(row) ? row.level + depthAround(place, list) : row.level;
}

function depthAround(place: number, { rowAt, total }: RowSource): number {
  for (let below = place + 1; below < Math.min(place + FAR, total); below++) {
    const row = rowAt(below);
    if (row && !isStray(row)) return row.level;
  }
  // No row follows yet: indents it like the turn above, if that is still open.
  for (let above = place - 1; above > Math.max(place - FAR, -1); above--) {
    const row = rowAt(above);
    if (row?.group?.kind === 'turn') return row.group.until === null ? row.level + 1 : 0;
  }
  return 0;
}

/** True for a row outside sessions that is not a parent and has none; for a raw frame, the same of its group. */
const isStray = ({ group, level, session }: TimelineRow): boolean =>
  session === null && (group ? level === 0 && !hasRowsBelow(group) : level === 1);
