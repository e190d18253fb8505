import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createTimeline, type Anchor, type ListQuery } from '../../../../inspector-ui/state/list/timeline.ts';
import { fakeBackend, fakeTimer, row, rowWindow, settled } from '../../fakes.ts';

const RAW: ListQuery = { view: 'raw', q: '', opened: [], collapsed: [] };
const FOLDED: ListQuery = { ...RAW, view: 'folded' };

interface Given {
  readonly query?: ListQuery;
  readonly entries?: number;
  readonly isFollowing?: boolean;
  readonly anchor?: Anchor;
}

function opened({ query = RAW, entries = 10_000, isFollowing = false, anchor }: Given = {}) {
  const fake = fakeBackend();
  const timers = fakeTimer();
  const asks = signal(query);
  const isPaused = signal(false);
  const state = { isFollowing, anchor };
  const timeline = createTimeline({
    recording: 'r',
    backend: fake.backend,
    startTimer: timers.startTimer,
    query: asks,
    entries,
    isFollowing: () => state.isFollowing,
    isPaused,
    anchor: () => state.anchor,
  });
  timeline.start();
  const answer = async (...window: Parameters<typeof rowWindow>) => {
    fake.last().answer(rowWindow(...window));
    await settled();
  };
  const changed = (total: number, revision = 2) => fake.emit({ kind: 'changed', recording: 'r', total, revision });
  return { ...fake, ...timers, query: asks, isPaused, timeline, answer, changed, state };
}

describe('a timeline', () => {
  test('has no rows until the first window gives their number', async () => {
    const { timeline, answer, last } = opened({ query: FOLDED });
    expect([timeline.total.value, timeline.isLoading.value, last().query.at]).toEqual([0, true, { from: 0 }]);
    await answer(0, 400, 5000);
    expect([timeline.total.value, timeline.isLoading.value, timeline.rowAt(7)?.seq]).toEqual([5000, false, 7]);
  });

  test('starts at the entry in the address, and knows its place in the list', async () => {
    const { timeline, answer, last } = opened({ query: FOLDED, anchor: { seq: 700, y: 288 } });
    expect(last().query.at).toEqual({ around: 700 });
    await answer(100, 500, 5000, { index: 300 });
    expect(timeline.landed.value).toEqual({ place: 300, y: 288, isKept: false });
  });

  test.each([
    ['at its beginning', undefined, { from: 0 }],
    ['at the entry in the address', { seq: 5, y: 288 }, { around: 5 }],
  ])('that was opened before the first row came shows rows when they come, %s', async (_where, anchor, at) => {
    const { timeline, asked, answer, changed, last } = opened({ entries: 0, ...(anchor ? { anchor } : {}) });
    await answer(0, 0, 0);
    timeline.show(0, 0);
    changed(100);
    expect([asked.length, last().query.at]).toEqual([2, at]);
    await answer(0, 100, 100, { index: 5 });
    expect([timeline.total.value, timeline.rowAt(5)?.seq]).toEqual([100, 5]);
  });

  test('fetches the visible rows and a few more, once', async () => {
    const { timeline, asked, answer, last } = opened();
    await answer(0, 400, 10_000);
    timeline.show(5000, 5040);
    timeline.show(5001, 5041);
    expect(asked.slice(1).map(({ query: { at, count } }) => [at, count])).toEqual([[{ from: 4900 }, 240]]);
    await answer(4900, 5140, 10_000);
    timeline.show(5002, 5042);
    expect([timeline.rowAt(5007)?.seq, asked.length]).toEqual([5007, 2]);
    timeline.show(5060, 5100);
    expect(last().query).toMatchObject({ at: { from: 5140 }, count: 60 });
  });

  test('aborts the fetch of rows that are no longer visible', async () => {
    const { timeline, asked, answer } = opened();
    await answer(0, 400, 10_000);
    timeline.show(5000, 5040);
    timeline.show(9000, 9040);
    expect(asked.slice(1).map(({ signal: { aborted } }) => aborted)).toEqual([true, false]);
  });

  test('shows the old list until the first window of the new one comes', async () => {
    const { timeline, query, answer, last } = opened();
    await answer(0, 400, 10_000);
    query.value = { ...RAW, q: 'has:error' };
    expect([timeline.total.value, timeline.rowAt(3)?.seq, last().query.q]).toEqual([10_000, 3, 'has:error']);
    await answer(0, 1, 1, { rows: [row(77)], entries: 10_000, shown: 1 });
    expect([timeline.total.value, timeline.rowAt(0)?.seq, timeline.rowAt(3)]).toEqual([1, 77, undefined]);
    expect(timeline.counts.value).toMatchObject({ entries: 10_000, shown: 1 });
  });

  test('keeps its scroll position when a group opens', async () => {
    const { timeline, query, answer, last } = opened({ query: FOLDED });
    await answer(0, 400, 500);
    timeline.show(200, 240);
    query.value = { ...FOLDED, opened: [210] };
    expect(last().query).toMatchObject({ at: { from: 100 }, opened: [210] });
    await answer(100, 500, 520);
    expect(timeline.landed.value).toBeUndefined();
  });

  test('fetches the visible rows again after a change, and shows the old rows meanwhile', async () => {
    const { timeline, answer, changed, last } = opened({ entries: 400 });
    await answer(0, 400, 400);
    timeline.show(0, 40);
    changed(400);
    expect([timeline.rowAt(3)?.pair, last().query.at, last().query.count]).toEqual([null, { from: 0 }, 40]);
    await answer(0, 40, 400, { rows: Array.from({ length: 40 }, (_, seq) => row(seq, { pair: seq + 1 })) });
    expect(timeline.rowAt(3)?.pair).toBe(4);
  });

  test('is not fetched again for a change that its rows already contain, in either order', async () => {
    const looked = async (told: number[], answered: number) => {
      const { timeline, asked, answer, changed } = opened();
      timeline.show(0, 40);
      for (const revision of told) changed(10_000, revision);
      await answer(0, 400, 10_000, { revision: answered });
      return { asked, changed };
    };
    const { asked, changed } = await looked([], 7);
    changed(10_000, 7);
    expect(asked).toHaveLength(1);
    changed(10_000, 8);
    expect(asked).toHaveLength(2);
    expect((await looked([7], 7)).asked).toHaveLength(1);
    expect((await looked([7, 8], 7)).asked).toHaveLength(2);
  });

  test('is fetched again when only some of its rows contain a change', async () => {
    const { timeline, asked, answer, changed } = opened();
    await answer(0, 400, 10_000, { revision: 7 });
    timeline.show(5000, 5040);
    await answer(4900, 5140, 10_000, { revision: 8 });
    changed(10_000, 8);
    expect(asked).toHaveLength(3);
  });

  test('waits between refreshes of a busy recording, and still shows the last change', async () => {
    const { timeline, asked, answer, changed, runAll } = opened({ entries: 400 });
    await answer(0, 400, 400);
    timeline.show(0, 40);
    for (let revision = 2; revision < 20; revision++) changed(400 + revision, revision);
    await answer(0, 40, 410);
    changed(430, 20);
    expect(asked).toHaveLength(2);
    runAll();
    expect(asked).toHaveLength(3);
  });

  test('ignores changes of other recordings', async () => {
    const { asked, answer, emit } = opened();
    await answer(0, 400, 400);
    emit({ kind: 'changed', recording: 'other', total: 9, revision: 5 });
    expect(asked).toHaveLength(1);
  });

  test('does not change while paused, and catches up afterwards', async () => {
    const { timeline, asked, answer, changed, isPaused, runAll } = opened({ entries: 400 });
    await answer(0, 400, 400);
    timeline.show(0, 40);
    isPaused.value = true;
    changed(500);
    runAll();
    expect([asked.length, timeline.total.value, timeline.counts.value.entries]).toEqual([1, 400, 500]);
    isPaused.value = false;
    runAll();
    expect(asked).toHaveLength(2);
  });

  test('fetches the end when it follows, and grows only by fetched rows', async () => {
    const { timeline, answer, changed, last } = opened({ entries: 1000, isFollowing: true });
    expect(last().query.at).toEqual({ around: 999 });
    await answer(800, 1000, 1000);
    changed(5000);
    expect(last().query.at).toEqual({ from: 4900 });
    await answer(4800, 5000, 5600);
    expect([timeline.total.value, timeline.rowAt(4999)?.seq]).toEqual([5000, 4999]);
  });

  test('fetches the visible rows again after a reconnect', async () => {
    const { timeline, asked, answer, emit } = opened();
    await answer(0, 400, 400);
    timeline.show(0, 40);
    emit({ kind: 'connected' });
    expect(asked).toHaveLength(2);
  });

  test('shows why there are no rows, and retries on request', async () => {
    const { timeline, asked, last } = opened();
    last().fail(new TypeError('network'));
    await settled();
    expect([timeline.failure.value, timeline.isLoading.value]).toEqual(['The server does not answer.', false]);
    timeline.show(0, 40);
    expect(asked).toHaveLength(1);
    timeline.retry();
    expect([asked.length, timeline.failure.value]).toEqual([2, undefined]);
  });

  test('stops asking when the server has fewer rows than it reported', async () => {
    const { timeline, asked, answer } = opened();
    await answer(0, 400, 600);
    timeline.show(380, 420);
    await answer(400, 410, 600);
    await settled();
    const before = asked.length;
    timeline.show(380, 420);
    await settled();
    expect(asked.length - before).toBeLessThanOrEqual(1);
  });

  test('forgets rows beyond the end of a shortened list', async () => {
    const { timeline, answer, changed } = opened({ query: { ...FOLDED, q: 'status:pending' } });
    await answer(0, 40, 40);
    timeline.show(0, 40);
    changed(10_001);
    await answer(0, 5, 5);
    expect([timeline.total.value, timeline.rowAt(20)]).toEqual([5, undefined]);
  });

  test('keeps the scroll position while a filter has no match yet', async () => {
    const anchor = { seq: 700, y: 288 };
    const { timeline, query, answer, last, runAll } = opened({ query: RAW, anchor });
    await answer(600, 800, 10_000, { index: 700 });
    timeline.settled();
    query.value = { ...RAW, q: 'rare' };
    await answer(0, 0, 0, { entries: 10_000, searched: 4000, index: -1 });
    expect([timeline.total.value, timeline.isLoading.value, timeline.landed.value]).toEqual([0, false, undefined]);
    expect(last().query).toMatchObject({ at: { around: 700 }, part: true });
    await answer(0, 0, 0, { entries: 10_000, searched: 8000, index: -1 });
    runAll();
    expect([timeline.landed.value, last().query.at]).toEqual([undefined, { around: 700 }]);
    await answer(0, 3, 3, { entries: 10_000, index: 2 });
    expect([timeline.total.value, timeline.landed.value]).toEqual([3, { place: 2, y: 288, isKept: false }]);
  });

  test('shows the first rows of an unfinished filter, and asks until it is finished', async () => {
    const { timeline, asked, answer, last, runAll } = opened({ query: { ...RAW, q: 'rare' } });
    const counts = () => timeline.counts.value;
    expect(last().query.part).toBe(true);
    await answer(0, 3, 3, { entries: 10_000, searched: 4000 });
    timeline.show(0, 40);
    expect([timeline.total.value, timeline.isLoading.value, counts()]).toEqual([
      3,
      false,
      { entries: 10_000, shown: 3, searched: 4000 },
    ]);
    await answer(0, 5, 5, { entries: 10_000, searched: 8000 });
    runAll();
    expect([asked.length, timeline.total.value]).toEqual([3, 5]);
    await answer(0, 7, 7, { entries: 10_000 });
    runAll();
    await settled();
    expect([asked.length, counts()]).toEqual([3, { entries: 10_000, shown: 7, searched: undefined }]);
  });
});
