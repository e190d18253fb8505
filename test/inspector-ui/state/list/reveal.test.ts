import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { seqOf, type Seq } from '#core/units.ts';
import { createReveal } from '../../../../inspector-ui/state/list/reveal.ts';
import { group, groupRow, row } from '../../fakes.ts';

function setUp(shown: TimelineRow | undefined, first?: Seq) {
  const selected = signal<Seq | undefined>(seqOf(7));
  const place = signal<number | undefined>(undefined);
  const version = signal(0);
  const done: string[] = [];
  let current = shown;
  const { reveal } = createReveal(
    {
      selected,
      place,
      version,
      rowAt: () => current,
      open: (no) => void done.push(`open ${no}`),
      expand: (no) => void done.push(`expand ${no}`),
    },
    first,
  );
  const show = (next: TimelineRow) => {
    current = next;
    version.value += 1;
  };
  return { selected, place, done, reveal, show };
}

const closed = (no: number, more = {}) => groupRow(group(no, 'tool-call', { first: 4, last: 9, ...more }), { seq: 4 });

describe('an entry to reveal', () => {
  test('opens its group once, when its row is known', () => {
    const { place, done, reveal, show } = setUp(closed(3));
    reveal(seqOf(7));
    expect(done).toEqual([]);
    place.value = 2;
    expect(done).toEqual(['open 3']);
    show(closed(3)); // closed again by the user
    expect(done).toEqual(['open 3']);
  });

  test('can come from a link', () => {
    const { place, done } = setUp(closed(3), seqOf(7));
    place.value = 2;
    expect(done).toEqual(['open 3']);
  });

  test('expands a collapsed turn first', () => {
    const { place, done, reveal, show } = setUp(closed(1, { isCollapsed: true }));
    place.value = 2;
    reveal(seqOf(7));
    show(closed(3));
    expect(done).toEqual(['expand 1', 'open 3']);
  });

  test.each([
    ['has a row of its own', row(7)],
    ['is in an open group', closed(3, { isOpened: true })],
  ])('changes nothing when it %s', (_, shown) => {
    const { place, done, reveal } = setUp(shown);
    place.value = 2;
    reveal(seqOf(7));
    expect(done).toEqual([]);
  });

  test('is dropped when another entry is selected', () => {
    const { selected, place, done, reveal } = setUp(closed(3));
    reveal(seqOf(7));
    selected.value = seqOf(8);
    selected.value = seqOf(7);
    place.value = 2;
    expect(done).toEqual([]);
  });
});
