import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { seqOf, type Seq } from '#core/units.ts';
import { createSelection } from '../../../../inspector-ui/state/list/selection.ts';
import type { ListQuery } from '../../../../inspector-ui/state/list/timeline.ts';
import { fakeBackend, group, groupRow, row, rowWindow, settled } from '../../fakes.ts';

const RAW: ListQuery = { view: 'raw', q: '', opened: [], collapsed: [] };
const FOLDED: ListQuery = { ...RAW, view: 'folded' };

function selecting(at: number | undefined, list: readonly (TimelineRow | undefined)[], query: ListQuery = RAW) {
  const fake = fakeBackend();
  const selected = signal<Seq | undefined>(at === undefined ? undefined : seqOf(at));
  const total = signal(list.length);
  const version = signal(0);
  const asks = signal(query);
  const held = { list };
  const selection = createSelection({
    timeline: {
      recording: 'r',
      list: asks,
      total,
      counts: signal({ entries: 1000, shown: 1000, searched: undefined }),
      version,
      rowAt: (place) => held.list[place],
      placeOf: (seq) => {
        const place = held.list.findIndex((each) => each?.seq === seq);
        return place === -1 ? undefined : place;
      },
    },
    backend: fake.backend,
    selected,
    select: (seq) => void (selected.value = seq),
    lead: () => {},
  });
  const become = (next: readonly (TimelineRow | undefined)[], nextQuery = asks.peek()) => {
    held.list = next;
    total.value = next.length;
    asks.value = nextQuery;
    version.value += 1;
  };
  return { ...fake, selected, selection, become };
}

const plain = (count: number) => Array.from({ length: count }, (_, seq) => row(seq));

describe('the selection', () => {
  test('does not move when rows arrive', () => {
    const { selected, selection, become } = selecting(4, plain(10));
    become(plain(500));
    expect([selected.value, selection.place.value]).toEqual([4, 4]);
  });

  test.each([
    ['without a selection to the first visible row', undefined, 1, 7],
    ['down one', 4, 1, 5],
    ['not beyond the end', 9, 20, 9],
    ['not before the start', 2, -20, 0],
  ])('moves %s', (_, from, step, to) => {
    const { selected, selection } = selecting(from, plain(10));
    void selection.moveBy(step, 7);
    expect(selected.value).toBe(to);
  });

  test('stays empty in an empty recording', () => {
    const { selected, selection } = selecting(undefined, []);
    void selection.last();
    expect(selected.value).toBeUndefined();
  });

  test('keeps its entry at its new place when the list changes', () => {
    const { selected, selection, become } = selecting(4, plain(10));
    become([row(1), row(4), row(8)], { ...RAW, q: 'has:finding' });
    expect([selected.value, selection.place.value]).toEqual([4, 1]);
  });

  test('is at the row of the group for an entry inside a closed group', async () => {
    const own = group(2, 'message', { first: 3, last: 9, entries: 7 });
    const { selection, last } = selecting(5, [row(0), row(2), groupRow(own)], FOLDED);
    expect(last().query.at).toEqual({ around: 5 });
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    expect([selection.place.value, selection.isHidden.value]).toEqual([2, false]);
  });

  test('asks again for a row whose answer came while another entry was selected', async () => {
    const own = group(2, 'message', { first: 3, last: 9, entries: 7 });
    const { selected, selection, last, asked } = selecting(5, [row(0), row(2), groupRow(own)], FOLDED);
    selected.value = seqOf(0);
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    selected.value = seqOf(5);
    expect(asked.length).toBe(2);
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    expect(selection.place.value).toBe(2);
  });

  test('stays on the row of a group that opens', () => {
    const own = group(1, 'message', { first: 1, last: 4, entries: 3 });
    const { selection, become } = selecting(1, [row(0), groupRow(own), row(5)], FOLDED);
    become([row(0), groupRow({ ...own, isOpened: true }), row(1), row(3), row(4), row(5)], { ...FOLDED, opened: [1] });
    expect(selection.place.value).toBe(1);
  });

  test('keeps the selected row when the list is shown again', async () => {
    const own = group(2, 'message', { first: 3, last: 9, entries: 7 });
    const folded = [row(0), row(2), groupRow(own)];
    const { selection, become, last, asked } = selecting(5, folded, FOLDED);
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    become(plain(10), RAW);
    expect(selection.place.value).toBe(5);
    become(folded, { ...FOLDED });
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    expect([selection.place.value, asked.length]).toEqual([2, 2]);
  });

  test('has no row until the server has found it, instead of the row of the entry before', async () => {
    const own = group(2, 'message', { first: 3, last: 9, entries: 7 });
    const { selected, selection, last } = selecting(1, [row(0), row(1), groupRow(own)], FOLDED);
    expect(selection.place.value).toBe(1);
    selected.value = seqOf(5);
    expect(selection.place.value).toBeUndefined();
    last().answer(rowWindow(2, 3, 3, { rows: [groupRow(own)], index: 2 }));
    await settled();
    expect(selection.place.value).toBe(2);
  });

  test('has no row for a hidden entry, and moves on from its place', async () => {
    const { selected, selection, last } = selecting(5, [row(1), row(8), row(9)], { ...RAW, q: 'has:finding' });
    last().answer(rowWindow(1, 2, 3, { rows: [row(8)], index: 1 }));
    await settled();
    expect([selection.place.value, selection.isHidden.value]).toEqual([undefined, true]);
    void selection.moveBy(1, 0);
    expect(selected.value).toBe(9);
  });

  test('fetches the row that it moves to', async () => {
    const list = [row(0), ...Array.from({ length: 99 }, () => undefined)];
    const { selected, selection, last } = selecting(0, list, FOLDED);
    void selection.last();
    expect([selected.value, last().query.at]).toEqual([0, { from: 99 }]);
    last().answer(rowWindow(99, 100, 100, { rows: [row(640)] }));
    await settled();
    expect([selected.value, selection.place.value]).toEqual([640, 99]);
  });

  test('starts from its row again when the list changes during a move to a row that is not fetched', async () => {
    const list = [row(0), ...Array.from({ length: 99 }, () => undefined)];
    const { selected, selection, last, become, asked } = selecting(0, list, FOLDED);
    void selection.moveBy(50, 0);
    become([row(7), ...Array.from({ length: 99 }, () => undefined)], { ...FOLDED, q: 'kind:request' });
    expect([asked.length, last().query.at]).toEqual([2, { around: 0 }]);
    last().answer(rowWindow(0, 1, 100, { rows: [row(7)], index: 0 }));
    await settled();
    void selection.moveBy(1, 0);
    expect(last().query.at).toEqual({ from: 1 });
    last().answer(rowWindow(1, 2, 100, { rows: [row(9)] }));
    await settled();
    expect(selected.value).toBe(9);
  });

  test('distinguishes a group from its first frame, which has the same entry', () => {
    const own = group(1, 'message', { first: 1, last: 4, entries: 3, isOpened: true });
    const { selection, selected } = selecting(undefined, [row(0), groupRow(own), row(1), row(3)], FOLDED);
    selection.selectAt(seqOf(1), 1);
    expect(selection.place.value).toBe(1);
    void selection.moveBy(1, 0);
    expect([selected.value, selection.place.value]).toEqual([1, 2]);
    void selection.moveBy(1, 0);
    expect(selected.value).toBe(3);
  });
});
