import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { NO_FACTS, type AxisFacts } from '#core/model/axis.ts';
import type { Overview } from '#core/model/overview.ts';
import { createTimeAxis, type RowsInSight } from '../../../../inspector-ui/state/axis/time-axis.ts';
import type { TimeRange } from '../../../../inspector-ui/state/page/route.ts';
import { row } from '../../fakes.ts';

const SECOND = 1_000_000;
const MANY = 1000;

interface Opening {
  readonly total?: number;
  readonly isLive?: boolean;
  readonly isWaiting?: boolean;
  readonly facts?: Partial<AxisFacts>;
}

function opened({ total = 10, isLive = false, isWaiting = false, facts = {} }: Opening = {}) {
  const overview = signal<Overview | undefined>(undefined);
  const sight = signal<RowsInSight | undefined>(undefined);
  const range = signal<TimeRange | undefined>(undefined);
  const count = signal(total);
  const selectedElapsed = signal<number | undefined>(undefined);
  const axis = createTimeAxis({
    overview,
    isLive: signal(isLive),
    isWaiting: signal(isWaiting),
    range,
    inSight: () => sight.value,
    total: count,
    selectedElapsed: () => selectedElapsed.value,
  });
  const see = (...times: readonly number[]) => {
    const rows = times.map((t, seq): TimelineRow => row(seq, { t: t * SECOND }));
    sight.value = { rows, below: (times.at(-1) ?? 0) * SECOND + SECOND };
  };
  overview.value = { duration: 100 * SECOND, width: 1, buckets: [], axis: { ...NO_FACTS, ...facts }, revision: 1 };
  const shown = () => [axis.window.value.from / SECOND, axis.window.value.to / SECOND];
  return { axis, see, shown, range, count, selectedElapsed };
}

describe('the time axis of a recording', () => {
  test('shows a short recording whole, and a long one at the scale of its first rows', () => {
    const short = opened();
    short.see(0, 10);
    expect([short.shown(), short.axis.isZoomed.value]).toEqual([[0, 100], false]);
    const long = opened({ total: MANY });
    long.see(0, 10);
    expect([long.shown(), long.axis.isZoomed.value]).toEqual([[0, 11], true]);
    // One that grows does not change under the eyes of its reader.
    short.count.value = MANY;
    short.see(0, 10);
    expect(short.axis.isZoomed.value).toBe(false);
    const chosen = opened({ total: MANY });
    chosen.axis.zoomOut();
    chosen.see(0, 10);
    expect(chosen.axis.isZoomed.value).toBe(false);
  });

  test('the minimap marks the window, or where the rows in sight begin; nothing if all are in sight', () => {
    const { axis, see, count } = opened();
    see(10, 20, 30);
    expect(axis.marked.value).toEqual({ from: 10 * SECOND, to: 30 * SECOND });
    expect(axis.moveTo(50 * SECOND)).toBe(50 * SECOND);
    axis.zoomTo(0.5, 0.6);
    expect(axis.marked.value).toEqual(axis.window.value);
    axis.moveTo(0);
    expect(axis.marked.value?.from).toBe(0);
    axis.fit();
    axis.fit();
    count.value = 3;
    expect(axis.marked.value).toBeUndefined();
  });

  test('keeps its scale while the list scrolls, and moves along', () => {
    const { see, shown } = opened({ total: MANY });
    see(0, 10);
    for (const first of [5, 20, 40, 80, 30, 0]) {
      see(first, first + 2, first + 8);
      const [from = 0, to = 0] = shown();
      expect(to - from).toBeCloseTo(11);
      expect(from).toBeLessThanOrEqual(first + 2);
      expect(to).toBeGreaterThanOrEqual(first + 2);
    }
  });

  test('zooms around the pointer, else the selected entry, else the middle, and fits the rows in sight, then the whole', () => {
    const { axis, see, shown, selectedElapsed } = opened();
    see(20, 40);
    selectedElapsed.value = 90 * SECOND;
    axis.point(0.1);
    expect(axis.pointer.value).toBe(10 * SECOND);
    axis.zoomIn();
    expect(shown().map(Math.round)).toEqual([3, 70]);
    axis.zoomOut();
    axis.point(undefined);
    axis.zoomIn();
    expect(shown().map(Math.round)).toEqual([30, 97]);
    axis.zoomOut();
    selectedElapsed.value = undefined;
    axis.zoomIn();
    expect(shown().map(Math.round)).toEqual([17, 83]);
    axis.zoomOut();
    axis.fit();
    expect(shown()).toEqual([19, 41]);
    axis.fit();
    expect([shown(), axis.isZoomed.value]).toEqual([[0, 100], false]);
    axis.zoomTo(0.25, 0.5);
    expect(shown()).toEqual([25, 50]);
    axis.move(0.4);
    expect(shown()).toEqual([35, 60]);
    axis.moveTo(90 * SECOND);
    expect(shown()).toEqual([75, 100]);
  });

  test('is limited to the chosen range of time', () => {
    const { axis, shown, range } = opened();
    range.value = { from: 20 * SECOND, to: 40 * SECOND };
    expect([shown(), axis.isZoomed.value]).toEqual([[20, 40], false]);
    axis.zoom(2, 0);
    expect(shown()).toEqual([20, 30]);
    range.value = undefined;
    expect(shown()).toEqual([20, 30]);
  });

  test('grows while a live recording has something open', () => {
    const turns = [{ first: 1, last: 1, t: 0, until: null }];
    const live = opened({ isLive: true, facts: { turns } });
    live.axis.tick(101 * SECOND);
    expect(live.axis.now.value).toBe(101 * SECOND);
    expect(live.shown()).toEqual([0, 120]);
    live.axis.tick(110 * SECOND);
    expect(live.shown()).toEqual([0, 120]);
    live.axis.tick(400 * SECOND);
    expect(live.shown()).toEqual([0, 300]); // the wait takes two thirds of it
    live.axis.tick(900 * SECOND);
    expect(live.shown()).toEqual([0, 300]);
    const waiting = opened({ isLive: true, isWaiting: true });
    waiting.axis.tick(110 * SECOND);
    expect(waiting.shown()).toEqual([0, 120]);
    const idle = opened({ isLive: true });
    idle.axis.tick(110 * SECOND);
    expect(idle.shown()).toEqual([0, 100]);
  });
});
