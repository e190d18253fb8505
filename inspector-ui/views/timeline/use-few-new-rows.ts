import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TimelineRow } from '#core/contract/timeline.ts';

/** Time for the new rows of a frame, in ms: with all else that a frame does, no task reaches 50 ms. */
const BUDGET_MS = 25;

/** Time for a new row before the first measurement, on a slow machine: to render, lay out and paint it. */
const GUESS_MS = 2;

/** Even the slowest machine gets on. A measurement of fewer rows says more about the rest of the frame. */
const MIN_ROWS = 8;

/**
 * Returns a function that lets through the rows that were painted before, and as many others as this machine draws in
 * `BUDGET_MS`. The rest come with the next frames; until then they look as if they were being fetched. `isWhole`: lets
 * all through, because the newest rows of a list that grows are its last.
 */
export function useFewNewRows(isWhole: boolean): (row: TimelineRow | undefined) => TimelineRow | undefined {
  const rowMs = useRef(GUESS_MS);
  const painted = useRef<ReadonlySet<number>>(new Set());
  const latest = useRef(painted.current);
  const frames = useSignal(0);
  void frames.value;
  const began = performance.now();
  const known = painted.current;
  const drawn = (latest.current = new Set<number>());
  const most = isWhole ? Number.POSITIVE_INFINITY : Math.max(MIN_ROWS, BUDGET_MS / rowMs.current);
  let isCut = false;
  let fresh = 0;
  useLayoutEffect(() => {
    const renderMs = performance.now() - began;
    afterPaint((paintMs) => {
      if (fresh >= MIN_ROWS) rowMs.current = Math.max((renderMs + paintMs) / fresh, rowMs.current * 0.9);
      painted.current = drawn;
      if (isCut && latest.current === drawn) frames.value += 1;
    });
  });
  return (row) => {
    if (!row) return undefined;
    if (!known.has(row.seq)) {
      if (fresh >= most) isCut = true;
      if (isCut) return undefined;
      fresh += 1;
    }
    drawn.add(row.seq);
    return row;
  };
}

/** Calls back after the next frame, with the time in ms that it took to lay out and paint it. */
function afterPaint(act: (ms: number) => void): void {
  requestAnimationFrame(() => {
    const began = performance.now();
    setTimeout(() => act(performance.now() - began));
  });
}
