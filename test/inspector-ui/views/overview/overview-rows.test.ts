import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '#core/model/axis.ts';
import type { Overview, OverviewBucket } from '#core/model/overview.ts';
import { toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';
import {
  rangeOfDrag,
  rangeAfterKey,
  toStrip,
  toWaitPaths,
} from '../../../../inspector-ui/views/overview/overview-rows.ts';

const bucket = (n: number, more: Partial<OverviewBucket> = {}): OverviewBucket => ({
  n,
  seq: n,
  client: 0,
  agent: 0,
  stderr: 0,
  worst: null,
  ...more,
});
const overview = (buckets: readonly OverviewBucket[], more: Partial<Overview> = {}): Overview => ({
  duration: 3,
  width: 1,
  buckets,
  axis: NO_FACTS,
  revision: 1,
  ...more,
});
const range = { from: 200, to: 400 };

const heightIn = (path: string) => Number(/v([\d.]+)/.exec(path)?.[1]);

/** Without silences: three units of time are the whole width. */
const SCALE = toTimeScale([], 3);
const drawn = (whole: Overview, shown?: Overview) => toStrip(whole, SCALE, shown);

describe('the overview strip', () => {
  test('draws the client above the line, the agent below it, and nothing without traffic', () => {
    const strip = drawn(overview([bucket(0, { client: 5 }), bucket(2, { agent: 5, worst: 'error' })]));
    expect([strip.client, strip.agent]).toEqual(['M0 2h400v18h-400z', 'M800 20h400v18h-400z']);
    expect([strip.errors, strip.warnings, strip.stderr]).toEqual(['M799 40h3v-5h-3z', '', '']);
  });

  test('draws notes apart from warnings and errors', () => {
    const strip = drawn(overview([bucket(0, { worst: 'warning' }), bucket(2, { worst: 'note' })]));
    expect([strip.notes, strip.warnings, strip.errors]).toEqual(['M799 40h3v-5h-3z', 'M-1 40h3v-5h-3z', '']);
  });

  test('draws shortened silences as the waterfall does', () => {
    const night = toTimeScale([{ from: 1_000_000, to: 3_600_000_000, isOpen: false }], 3_601_000_000);
    const strip = toStrip(
      overview([bucket(0, { client: 5 }), bucket(3600, { agent: 5 })], { width: 1_000_000 }),
      night,
    );
    const at = Number(/^M([\d.]+)/.exec(strip.agent)?.[1]);
    expect([at > 600, at < 700]).toEqual([true, true]);
  });

  test('keeps one frame visible beside ten thousand', () => {
    const { client } = drawn(overview([bucket(0, { client: 1 }), bucket(1, { client: 10_000 })]));
    const heights = [...client.matchAll(/v([\d.]+)/g)].map(([, height]) => Number(height));
    expect(heights[0]).toBeGreaterThan(2);
    expect(heights[1]).toBe(18);
  });

  test('draws filtered frames at the position and scale of the whole recording', () => {
    const all = overview([bucket(0, { client: 9 }), bucket(2, { agent: 9 })], { width: 1 });
    const hit = (n: number, more: Partial<OverviewBucket>) => overview([bucket(n, more)], { width: 0.5 });
    const strip = drawn(all, hit(5, { agent: 9, worst: 'warning' }));
    expect([strip.client, strip.agent]).toEqual(['', drawn(all).agent]);
    expect(strip.warnings).toBe('M799 40h3v-5h-3z');
    const [one, nine] = [drawn(all, hit(4, { agent: 1 })), drawn(all)];
    expect(heightIn(one.agent)).toBeLessThan(heightIn(nine.agent));
    expect(drawn(all, overview([]))).toMatchObject({ client: '', agent: '' });
  });

  test('merges frames of one bucket, with the worst finding', () => {
    const whole = overview([bucket(0, { agent: 5, worst: 'error' })], { width: 2 });
    const halves = [bucket(0, { agent: 2, worst: 'error' }), bucket(1, { agent: 3, worst: 'note' })];
    expect(drawn(whole, overview(halves, { width: 1 }))).toEqual(drawn(whole));
  });

  test('draws waits for a person twice as high as the others, an open one up to now', () => {
    const waits = [
      { on: 'human', from: 0, to: 1 },
      { on: 'client', from: 1, to: 1.5 },
      { on: 'acptap', from: 1.5, to: 2 },
    ] as const;
    const axis = { ...NO_FACTS, waits, waiting: { on: 'client', since: 2 } } as const;
    expect(toWaitPaths(overview([], { axis }), SCALE, 3)).toEqual({
      human: 'M0 0h400V1h-400z',
      client: 'M400 0.5h200V1h-200zM800 0.5h400V1h-400z',
      acptap: 'M600 0.5h200V1h-200z',
    });
  });

  test.each([
    ['a new range to the right', { kind: 'new', anchor: 100 }, 300, { from: 100, to: 300 }],
    ['a new range to the left', { kind: 'new', anchor: 300 }, 100, { from: 100, to: 300 }],
    ['a new range beyond the end', { kind: 'new', anchor: 900 }, 5000, { from: 900, to: 1000 }],
    ['its beginning', { kind: 'from', range }, 250, { from: 250, to: 400 }],
    ['its beginning beyond its end', { kind: 'from', range }, 700, { from: 400, to: 400 }],
    ['its end', { kind: 'to', range }, 999, { from: 200, to: 999 }],
    ['the range', { kind: 'move', range, grip: 300 }, 350, { from: 250, to: 450 }],
    ['the range beyond the beginning', { kind: 'move', range, grip: 300 }, -500, { from: 0, to: 200 }],
    ['the range beyond the end', { kind: 'move', range, grip: 300 }, 5000, { from: 800, to: 1000 }],
  ] as const)('drags %s', (_, drag, t, expected) => {
    expect(rangeOfDrag(drag, t, 1000)).toEqual(expected);
  });

  test.each([
    ['from', 'ArrowRight', false, { from: 210, to: 400 }],
    ['from', 'ArrowLeft', true, { from: 100, to: 400 }],
    ['to', 'PageDown', false, { from: 200, to: 300 }],
    ['to', 'End', false, { from: 200, to: 1000 }],
    ['from', 'Home', false, { from: 0, to: 400 }],
    ['from', 'j', false, undefined],
  ] as const)('moves its %s by %s', (end, key, isBig, expected) => {
    expect(rangeAfterKey(range, end, key, isBig, 1000)).toEqual(expected);
  });
});
