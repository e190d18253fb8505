import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { seqOf, type Seq } from '#core/wire/units.ts';
import { createFollow } from '../../inspector-ui/state/follow.ts';
import { createSelection } from '../../inspector-ui/state/selection.ts';

describe('following', () => {
  test('is on at start for a live recording and off for one that has ended', () => {
    expect(createFollow(signal(3), signal(true), true).on.value).toBe(true);
    expect(createFollow(signal(3), signal(false), true).on.value).toBe(false);
  });

  test('is off at start when the address names an entry', () => {
    expect(createFollow(signal(3), signal(true), false).on.value).toBe(false);
  });

  test('ends with an upward scroll and then counts what comes', () => {
    const total = signal(10);
    const follow = createFollow(total, signal(true), true);
    follow.scrolled({ up: true, atEnd: false });
    total.value = 14;
    expect([follow.on.value, follow.unseen.value]).toEqual([false, 4]);
    follow.resume();
    expect([follow.on.value, follow.unseen.value]).toEqual([true, 0]);
  });

  test('survives its own downward scroll and starts again at the end', () => {
    const follow = createFollow(signal(10), signal(true), true);
    follow.scrolled({ up: false, atEnd: false });
    expect(follow.on.value).toBe(true);
    follow.release();
    follow.scrolled({ up: false, atEnd: true });
    expect(follow.on.value).toBe(true);
  });
});

describe('the selection', () => {
  const selecting = (at: number | undefined, total: number) => {
    const selected = signal<Seq | undefined>(at === undefined ? undefined : seqOf(at));
    const of = signal(total);
    return { of, selected, selection: createSelection(of, { selected, select: (seq) => void (selected.value = seq) }) };
  };

  test('does not move when rows arrive', () => {
    const { of, selected } = selecting(4, 10);
    of.value = 500;
    expect(selected.value).toBe(4);
  });

  test.each([
    ['from nowhere to the first row in sight', undefined, 1, 7],
    ['down one', 4, 1, 5],
    ['not beyond the end', 9, 20, 9],
    ['not before the start', 2, -20, 0],
  ])('moves %s', (_, from, step, to) => {
    const { selected, selection } = selecting(from, 10);
    selection.moveBy(step, 7);
    expect(selected.value).toBe(to);
  });

  test('stays nowhere in an empty recording', () => {
    const { selected, selection } = selecting(undefined, 0);
    selection.last();
    expect(selected.value).toBeUndefined();
  });
});
