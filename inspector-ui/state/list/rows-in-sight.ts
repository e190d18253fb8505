import type { RowsInSight } from '../axis/time-axis.ts';
import type { Timeline } from './timeline.ts';
import type { Viewport } from './viewport.ts';

/** The rows in sight; undefined until the list is laid out and has rows there. Subscribes. */
export function rowsInSight(
  { rowAt, version }: Pick<Timeline, 'rowAt' | 'version'>,
  { scale, top, bottom }: Viewport,
): RowsInSight | undefined {
  void version.value;
  if (scale.value.height === 0) return undefined;
  const [from, to] = [top.value, bottom.value + 1];
  const rows = Array.from({ length: Math.max(to - from, 0) }, (_, index) => rowAt(from + index));
  const held = rows.filter((row) => row !== undefined);
  return held.length > 0 ? { rows: held, below: rowAt(to)?.t } : undefined;
}
