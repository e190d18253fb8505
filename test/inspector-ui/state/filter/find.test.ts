import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { SeekQuery, SeekResult } from '#core/contract/timeline.ts';
import { seqOf, type Seq } from '#core/units.ts';
import { createFind, type Find } from '../../../../inspector-ui/state/filter/find.ts';
import { fakeTimer, row, settled } from '../../fakes.ts';

function finding(q = '') {
  const timers = fakeTimer();
  const selected = signal<Seq | undefined>(undefined);
  const opened: (Seq | undefined)[] = [];
  const asked: { readonly query: SeekQuery; readonly answer: (result: SeekResult) => void }[] = [];
  const find = createFind({
    recording: 'r',
    backend: { seek: (_, query) => new Promise((answer) => void asked.push({ query, answer })) },
    startTimer: timers.startTimer,
    q: signal(q),
    selected,
    select: (seq) => void (selected.value = seq),
    jump: (seq) => void (selected.value = seq),
    read: () => void opened.push(selected.peek()),
  });
  const answer = async (seq: number | null, ordinal: number | null, count: number) => {
    asked.at(-1)?.answer({ seq, ordinal, count });
    await settled();
  };
  return { find, selected, opened, asked, answer, ...timers };
}

const sought = (find: Find, seq: number, text = 'word') => find.soughtIn({ row: row(seq), text });

describe('find', () => {
  test('searches the filtered entries for the whole text, also as rows print it, from the selected entry on', async () => {
    const { find, selected, asked, answer, runAll } = finding('id:1 or id:2');
    selected.value = seqOf(40);
    find.type('say "hi" -x');
    runAll();
    expect(asked[0]?.query).toEqual({
      q: '(id:1 or id:2) ("say \\"hi\\" -x" or "say_\\"hi\\"_-x")',
      from: 39,
      step: 1,
      wrap: true,
    });
    await answer(44, 2, 7);
    expect([selected.value, find.hits.value]).toEqual([44, { ordinal: 2, count: 7 }]);
  });

  test('opens the text of a hit on a jump, not while typing', async () => {
    const { find, opened, answer, runAll } = finding();
    find.type('word');
    runAll();
    await answer(4, 1, 2);
    expect(opened).toEqual([]);
    void find.next(1);
    await answer(9, 2, 2);
    expect(opened).toEqual([9]);
    void find.next(1);
    await answer(null, null, 0);
    expect(opened).toEqual([9]);
  });

  test('leaves the selection to the user who selects another entry before the response', async () => {
    const { find, selected, opened, answer, runAll } = finding();
    find.type('word');
    runAll();
    selected.value = seqOf(3);
    await answer(44, 2, 7);
    expect([selected.value, find.hits.value, sought(find, 44)]).toEqual([3, { ordinal: 0, count: 7 }, '']);
    void find.next(1);
    selected.value = seqOf(5);
    await answer(44, 2, 7);
    expect([selected.value, opened]).toEqual([5, []]);
  });

  test('marks the text in an entry that has it, not in one that was found by its method', async () => {
    const { find, answer, runAll } = finding();
    find.type('word');
    runAll();
    await answer(44, 1, 1);
    expect([sought(find, 44, 'a Word'), sought(find, 44, 'another'), sought(find, 45, 'a word')]).toEqual([
      'word',
      '',
      '',
    ]);
  });

  test('ignores the answer about a text that was typed before', async () => {
    const { find, selected, answer, runAll } = finding();
    find.type('a');
    runAll();
    find.type('ab');
    await answer(44, 2, 7);
    expect([selected.value, find.hits.value, sought(find, 44, 'ab')]).toEqual([undefined, undefined, '']);
  });

  test('reports no hits and keeps the selection', async () => {
    const { find, selected, answer, runAll } = finding();
    selected.value = seqOf(3);
    find.type('nowhere');
    runAll();
    await answer(null, null, 0);
    expect([selected.value, find.hits.value]).toEqual([3, { ordinal: 0, count: 0 }]);
  });

  test('uses only the response to the latest request', async () => {
    const { find, selected, asked, runAll } = finding();
    find.type('a');
    runAll();
    find.type('ab');
    runAll();
    asked[1]?.answer({ seq: 9, ordinal: 1, count: 1 });
    asked[0]?.answer({ seq: 5, ordinal: 1, count: 4 });
    await settled();
    expect([selected.value, find.hits.value?.count]).toEqual([9, 1]);
  });

  test('goes through the places that the view shows, around the end, where no entry matches', async () => {
    const { find, answer, runAll } = finding();
    find.type('never');
    find.recount(3);
    expect(find.place.value).toBeUndefined();
    runAll();
    await answer(null, null, 0);
    expect(find.place.value).toBe(0);
    const stepTo = async (step: 1 | -1) => {
      void find.next(step);
      await answer(null, null, 0);
      return find.place.value;
    };
    expect([await stepTo(-1), await stepTo(1), await stepTo(1)]).toEqual([2, 0, 1]);
    find.recount(1);
    expect([find.place.value, await stepTo(1)]).toEqual([0, 0]);
    find.type('neve');
    expect([find.place.value, find.hits.value]).toEqual([undefined, undefined]);
    runAll();
    await answer(4, 1, 2);
    expect(find.place.value).toBeUndefined();
  });

  test('has no hits for an empty text', async () => {
    const { find, asked, answer, runAll } = finding();
    find.type('a');
    runAll();
    await answer(1, 1, 1);
    find.type('');
    runAll();
    expect([find.hits.value, asked.length]).toEqual([undefined, 1]);
  });

  test('jumps to the next entry that matches a filter, without wrapping, and reports whether there was one', async () => {
    const { find, selected, asked, answer } = finding();
    const going = find.goTo('has:error', 1, 6);
    expect(asked[0]?.query).toEqual({ q: 'has:error', from: 6, step: 1, wrap: false });
    await answer(12, 1, 1);
    expect([await going, selected.value]).toEqual([{ isThere: true, count: 1 }, 12]);
    const further = find.goTo('has:error', 1, 6);
    expect(asked[1]?.query.from).toBe(12);
    await answer(null, null, 1);
    expect([await further, selected.value]).toEqual([{ isThere: false, count: 1 }, 12]);
  });
});

describe('find in a view without rows', () => {
  test('searches the view instead of the frames: at once, while typing, and from hit to hit', async () => {
    const { find, asked, runAll } = finding();
    const steps: unknown[] = [];
    find.open();
    const stop = find.searchIn((text, step) => (steps.push([text, step]), { ordinal: steps.length, count: 3 }));
    find.type('word');
    runAll();
    await settled();
    expect(find.hits.value).toEqual({ ordinal: 1, count: 3 });
    await find.next(1);
    await find.next(-1);
    expect(steps).toEqual([
      ['word', 0],
      ['word', 1],
      ['word', -1],
    ]);
    stop();
    expect([find.hits.value, asked]).toEqual([undefined, []]);
    find.searchIn((text, step) => (steps.push([text, step]), { ordinal: 1, count: 1 }));
    await settled();
    expect(steps.at(-1)).toEqual(['word', 0]);
  });

  test('ignores the result of a view that was left meanwhile, and shows why a search failed', async () => {
    const { find } = finding();
    let answer: (hits: { ordinal: number; count: number }) => void = () => {};
    find.type('a');
    const stop = find.searchIn(() => new Promise((resolve) => void (answer = resolve)));
    void find.next(1);
    stop();
    answer({ ordinal: 1, count: 9 });
    await settled();
    expect(find.hits.value).toBeUndefined();
    find.searchIn(() => Promise.reject(new Error('gone')));
    await find.next(1);
    expect(find.problem.value).toBe('The server does not answer.');
  });
});
