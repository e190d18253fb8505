import type { TimelineRow } from '#core/contract/timeline.ts';
import { hasBelow } from '../../state/timeline-commands.ts';

/** A list of which a part is held. */
interface RowSource {
  readonly rowAt: (place: number) => TimelineRow | undefined;
  readonly total: number;
}

/** How many rows are looked at for what is around one: more than a screen has, and few enough to do it for every row of a screen. */
const FAR = 100;

/**
 * How far a row is indented. What belongs to no session (stderr, events of the process, lines that are no message) is drawn as deep as what
 * comes after it: at the edge of the list it would cut the turn in two that it came in the middle of. Its `level` stays what it belongs to.
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
  // Nothing has come after it yet: it is in the turn above it, while that is not over.
  for (let above = place - 1; above > Math.max(place - FAR, -1); above--) {
    const row = rowAt(above);
    if (row?.group?.kind === 'turn') return row.group.until === null ? row.level + 1 : 0;
  }
  return 0;
}

/** Neither it nor, of a raw frame, its group has anything above it, or could have something below it. */
const isStray = ({ group, level, session }: TimelineRow): boolean =>
  session === null && (group ? level === 0 && !hasBelow(group) : level === 1);
