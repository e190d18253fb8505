import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createTimeline, type Anchor, type ListQuery } from '../../inspector-ui/state/timeline.ts';
import { fakeBackend, fakeLater, row, rowWindow, settled } from './fakes.ts';

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
  const timers = fakeLater();
  const asks = signal(query);
  const isPaused = signal(false);
  const state = { isFollowing, anchor };
  const timeline = createTimeline({
    recording: 'r',
    backend: fake.backend,
    later: timers.later,
    query: asks,
    entries,
    isFollowing: () => state.isFollowing,
    isPaused,
    anchor: () => state.anchor,
  });
  const answer = async (...window: Parameters<typeof rowWindow>) => {
    fake.last().answer(rowWindow(...window));
    await settled();
  };
  const changed = (total: number, revision = 2) => fake.tell({ kind: 'changed', recording: 'r', total, revision });
  return { ...fake, ...timers, query: asks, isPaused, timeline, answer, changed, state };
}

describe('a timeline', () => {
  test('has no rows until the first window tells how many there are', async () => {
    const { timeline, answer, last } = opened({ query: FOLDED });
    expect([timeline.total.value, timeline.isLoading.value, last().query.at]).toEqual([0, true, { from: 0 }]);
    await answer(0, 400, 5000);
    expect([timeline.total.value, timeline.isLoading.value, timeline.rowAt(7)?.seq]).toEqual([5000, false, 7]);
  });

  test('begins at the entry that the address names, and says where it lies in the list', async () => {
    const { timeline, answer, last } = opened({ query: FOLDED, anchor: { seq: 700, y: 288 } });
    expect(last().query.at).toEqual({ around: 700 });
    await answer(100, 500, 5000, { index: 300 });
    expect(timeline.landed.value).toEqual({ place: 300, y: 288, isKept: false });
  });

  test('fetches what is looked at and a little ahead, once', async () => {
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

  test('gives up fetching what is no longer looked at', async () => {
    const { timeline, asked, answer } = opened();
    await answer(0, 400, 10_000);
    timeline.show(5000, 5040);
    timeline.show(9000, 9040);
    expect(asked.slice(1).map(({ signal: { aborted } }) => aborted)).toEqual([true, false]);
  });

  test('shows the list before until the first window of another one has come', async () => {
    const { timeline, query, answer, last } = opened();
    await answer(0, 400, 10_000);
    query.value = { ...RAW, q: 'has:error' };
    expect([timeline.total.value, timeline.rowAt(3)?.seq, last().query.q]).toEqual([10_000, 3, 'has:error']);
    await answer(0, 1, 1, { rows: [row(77)], entries: 10_000, shown: 1 });
    expect([timeline.total.value, timeline.rowAt(0)?.seq, timeline.rowAt(3)]).toEqual([1, 77, undefined]);
    expect(timeline.counts.value).toMatchObject({ entries: 10_000, shown: 1 });
  });

  test('stays where it is when a group is opened', async () => {
    const { timeline, query, answer, last } = opened({ query: FOLDED });
    await answer(0, 400, 500);
    timeline.show(200, 240);
    query.value = { ...FOLDED, opened: [210] };
    expect(last().query).toMatchObject({ at: { from: 100 }, opened: [210] });
    await answer(100, 500, 520);
    expect(timeline.landed.value).toBeUndefined();
  });

  test('fetches what is in sight again when something has changed, and shows the old rows meanwhile', async () => {
    const { timeline, answer, changed, last } = opened({ entries: 400 });
    await answer(0, 400, 400);
    timeline.show(0, 40);
    changed(400);
    expect([timeline.rowAt(3)?.pair, last().query.at, last().query.count]).toEqual([null, { from: 0 }, 40]);
    await answer(0, 40, 400, { rows: Array.from({ length: 40 }, (_, seq) => row(seq, { pair: seq + 1 })) });
    expect(timeline.rowAt(3)?.pair).toBe(4);
  });

  test('is not fetched again for a change that its rows are answered with, whichever comes first', async () => {
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

  test('is fetched again when only some of its rows are answered with a change', async () => {
    const { timeline, asked, answer, changed } = opened();
    await answer(0, 400, 10_000, { revision: 7 });
    timeline.show(5000, 5040);
    await answer(4900, 5140, 10_000, { revision: 8 });
    changed(10_000, 8);
    expect(asked).toHaveLength(3);
  });

  test('rests between two refreshes while a recording is busy, and does not forget the last change', async () => {
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

  test('does not hear of another recording', async () => {
    const { asked, answer, tell } = opened();
    await answer(0, 400, 400);
    tell({ kind: 'changed', recording: 'other', total: 9, revision: 5 });
    expect(asked).toHaveLength(1);
  });

  test('does not change while it is paused, and catches up afterwards', async () => {
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

  test('that follows its end asks for the end, and grows only by rows that are there', async () => {
    const { timeline, answer, changed, last } = opened({ entries: 1000, isFollowing: true });
    expect(last().query.at).toEqual({ around: 999 });
    await answer(800, 1000, 1000);
    changed(5000);
    expect(last().query.at).toEqual({ from: 4900 });
    await answer(4800, 5000, 5600);
    expect([timeline.total.value, timeline.rowAt(4999)?.seq]).toEqual([5000, 4999]);
  });

  test('fetches what is in sight again after a break of the connection', async () => {
    const { timeline, asked, answer, tell } = opened();
    await answer(0, 400, 400);
    timeline.show(0, 40);
    tell({ kind: 'connected' });
    expect(asked).toHaveLength(2);
  });

  test('says why there are no rows, and asks again when told to', async () => {
    const { timeline, asked, last } = opened();
    last().fail(new TypeError('network'));
    await settled();
    expect([timeline.failure.value, timeline.isLoading.value]).toEqual(['The server does not answer.', false]);
    timeline.show(0, 40);
    expect(asked).toHaveLength(1);
    timeline.retry();
    expect([asked.length, timeline.failure.value]).toEqual([2, undefined]);
  });

  test('does not ask for ever when the server has fewer rows than it said', async () => {
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

  test('forgets rows behind the end of a list that has become shorter', async () => {
    const { timeline, answer, changed } = opened({ query: { ...FOLDED, q: 'status:pending' } });
    await answer(0, 40, 40);
    timeline.show(0, 40);
    changed(10_001);
    await answer(0, 5, 5);
    expect([timeline.total.value, timeline.rowAt(20)]).toEqual([5, undefined]);
  });

  test('of a filter that has found nothing yet keeps the place that was looked at until there is something', async () => {
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

  test('takes the first rows of a filter that is not through, and asks on until it is', async () => {
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
