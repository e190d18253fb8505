import { describe, expect, test } from 'vitest';
import type { OverviewBucket } from '#core/model/overview.ts';
import { rangeOfDrag, isClick, rangeAfterKey, toStrip } from '../../inspector-ui/views/overview/overview-rows.ts';

const bucket = (more: Partial<OverviewBucket> = {}): OverviewBucket => ({
  client: 0,
  agent: 0,
  stderr: 0,
  worst: null,
  ...more,
});
const range = { from: 200, to: 400 };

const heightIn = (path: string) => Number(/v([\d.]+)/.exec(path)?.[1]);

describe('the overview strip', () => {
  test('draws the client above the line, the agent below it, and nothing without traffic', () => {
    const strip = toStrip({
      duration: 3,
      width: 1,
      revision: 1,
      buckets: [bucket({ client: 5 }), bucket(), bucket({ agent: 5, worst: 'error' })],
    });
    expect([strip.client, strip.agent, strip.width]).toEqual(['M0 2h1v18h-1z', 'M2 20h1v18h-1z', 3]);
    expect([strip.errors, strip.warnings, strip.stderr]).toEqual(['M1.5 40h2v-4h-2z', '', '']);
  });

  test('keeps one frame visible beside ten thousand', () => {
    const { client } = toStrip({
      duration: 2,
      width: 1,
      revision: 1,
      buckets: [bucket({ client: 1 }), bucket({ client: 10_000 })],
    });
    const heights = [...client.matchAll(/v([\d.]+)/g)].map(([, height]) => Number(height));
    expect(heights[0]).toBeGreaterThan(2);
    expect(heights[1]).toBe(18);
  });

  test('draws filtered frames at the position and scale of the whole recording', () => {
    const whole = { duration: 7999, width: 2000, revision: 1 };
    const all = { ...whole, buckets: [bucket({ client: 9 }), bucket(), bucket({ agent: 9 }), bucket({ client: 9 })] };
    const hits = { ...whole, duration: 5500, width: 1000, buckets: Array.from({ length: 6 }, () => bucket()) };
    const at = (index: number, more: Partial<OverviewBucket>) => ({
      ...hits,
      buckets: hits.buckets.map((each, place) => (place === index ? bucket(more) : each)),
    });
    const strip = toStrip(all, at(5, { agent: 9, worst: 'warning' }));
    expect([strip.width, strip.client, strip.agent]).toEqual([4, '', toStrip(all).agent]);
    expect(strip.warnings).toBe('M1.5 40h2v-4h-2z');
    const [one, nine] = [toStrip(all, at(4, { agent: 1 })), toStrip(all)];
    expect(heightIn(one.agent)).toBeLessThan(heightIn(nine.agent));
    expect(toStrip(all, { ...hits, duration: 0, buckets: [] })).toMatchObject({ width: 4, client: '', agent: '' });
  });

  test('merges frames of one bucket, with the worst finding', () => {
    const whole = { duration: 3, width: 2000, revision: 1, buckets: [bucket({ agent: 5, worst: 'error' })] };
    const halves = [bucket({ agent: 2, worst: 'error' }), bucket({ agent: 3, worst: 'note' })];
    expect(toStrip(whole, { ...whole, width: 1000, buckets: halves })).toEqual(toStrip(whole));
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

  test('tells a click from a drag', () => {
    expect([isClick(10, 12), isClick(10, 13)]).toEqual([true, false]);
  });
});
