import { describe, expect, test } from 'vitest';
import { createTimeline } from '../../inspector-ui/state/timeline.ts';
import { fakeBackend, row, rows, settled } from './fakes.ts';

function opened(total: number) {
  const fake = fakeBackend();
  return { ...fake, timeline: createTimeline('r', total, fake.backend) };
}

describe('a timeline', () => {
  test('fetches the chunks that are looked at, and a little ahead, once', async () => {
    const { timeline, asked } = opened(1_000_000);
    timeline.show(500_000, 500_040);
    timeline.show(500_001, 500_041);
    expect(asked.map(({ from }) => from)).toEqual([499_800, 500_000]);
    asked[1]?.answer({ from: 500_000, rows: rows(500_000, 500_200), total: 1_000_000 });
    await settled();
    expect(timeline.rowAt(500_007)?.seq).toBe(500_007);
    expect(asked).toHaveLength(2);
  });

  test('gives up fetching what is no longer looked at', () => {
    const { timeline, asked } = opened(100_000);
    timeline.show(0, 40);
    timeline.show(90_000, 90_040);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[1]?.signal.aborted).toBe(false);
  });

  test('fetches what it gave up when it is looked at again', async () => {
    const { timeline, asked } = opened(100_000);
    timeline.show(0, 40);
    timeline.show(90_050, 90_060);
    timeline.show(0, 40);
    await settled();
    expect(asked.filter(({ from, signal }) => from === 0 && !signal.aborted)).toHaveLength(1);
  });

  test('applies live rows from its cursor on and tells the feed the next one', async () => {
    const { timeline, asked, tell, cursor } = opened(10);
    timeline.show(0, 40);
    asked[0]?.answer({ from: 0, rows: rows(0, 10), total: 10 });
    await settled();
    tell({ kind: 'rows', recording: 'r', rows: rows(10, 13), amended: [], total: 13 });
    expect([timeline.total.value, timeline.rowAt(12)?.seq, cursor()]).toEqual([13, 12, 13]);
    expect(asked).toHaveLength(1);
  });

  test('does not take the rows of another recording', () => {
    const { timeline, tell } = opened(0);
    tell({ kind: 'rows', recording: 'other', rows: rows(0, 1), amended: [], total: 1 });
    expect(timeline.total.value).toBe(0);
  });

  test('replaces an amended row, also one whose older self is still on its way', async () => {
    const { timeline, asked, tell } = opened(10);
    timeline.show(0, 40);
    tell({ kind: 'rows', recording: 'r', rows: [], amended: [row(3, { pair: 9 })], total: 10 });
    asked[0]?.answer({ from: 0, rows: rows(0, 10), total: 10 });
    await settled();
    expect(timeline.rowAt(3)?.pair).toBe(9);
    tell({ kind: 'rows', recording: 'r', rows: [], amended: [row(3, { pair: 8 })], total: 10 });
    expect(timeline.rowAt(3)?.pair).toBe(8);
  });

  test('fetches the window in sight again when it was skipped forward, showing the old one meanwhile', async () => {
    const { timeline, asked, tell } = opened(10);
    timeline.show(0, 40);
    asked[0]?.answer({ from: 0, rows: rows(0, 10), total: 10 });
    await settled();
    tell({ kind: 'skipped', recording: 'r', total: 5000 });
    expect([timeline.total.value, timeline.rowAt(3)?.seq]).toEqual([5000, 3]);
    expect(asked.map(({ from }) => from)).toEqual([0, 0]);
  });

  test('fetches the window in sight again after a break of the connection', async () => {
    const { timeline, asked, tell } = opened(10);
    timeline.show(0, 10);
    asked[0]?.answer({ from: 0, rows: rows(0, 10), total: 10 });
    await settled();
    tell({ kind: 'connected' });
    expect(asked).toHaveLength(2);
  });

  test('says why rows are missing and does not ask again until told to', async () => {
    const { timeline, asked } = opened(10);
    timeline.show(0, 10);
    asked[0]?.fail(new TypeError('network'));
    await settled();
    expect(timeline.failure.value).toBe('The server does not answer.');
    timeline.show(0, 10);
    expect(asked).toHaveLength(1);
    timeline.retry();
    expect([asked.length, timeline.failure.value]).toEqual([2, undefined]);
  });

  test('does not ask for ever when the server has fewer rows than it said', async () => {
    const { timeline, asked } = opened(50);
    timeline.show(0, 40);
    asked[0]?.answer({ from: 0, rows: rows(0, 20), total: 50 });
    await settled();
    expect(asked).toHaveLength(1);
  });

  test('finds the next and the previous finding among the rows it holds', async () => {
    const { timeline, asked } = opened(200);
    timeline.show(0, 40);
    const findings = [{ rule: 'a/b', grade: 'error' as const }];
    const held = rows(0, 200).map((each) => ([5, 90].includes(each.seq) ? { ...each, findings } : each));
    asked[0]?.answer({ from: 0, rows: held, total: 200 });
    await settled();
    expect([timeline.nextFinding(5, 1), timeline.nextFinding(90, -1), timeline.nextFinding(90, 1)]).toEqual([
      90,
      5,
      undefined,
    ]);
  });
});
