import { describe, expect, test } from 'vitest';
import type { TurnView } from '../../inspector-ui/views/compare/compare-rows.ts';
import { toTurnList } from '../../inspector-ui/views/compare/turn-list.ts';

/** `o`: outside of turns, the same in both; `=` and `x`: a turn that is the same, and one that is not. */
const turns = (letters: string): readonly TurnView[] =>
  Array.from(letters, (letter, place) => ({
    key: `${place}`,
    name: `Turn ${place}`,
    title: '',
    timing: '',
    counts: '',
    isSame: letter !== 'x',
    isOutside: letter === 'o',
    isOpen: false,
    figures: [],
    rows: [],
    missing: '',
  }));

const listed = (letters: string, limit = 100) => {
  const { items, more } = toTurnList(turns(letters), limit);
  return [items.map((item) => (item.kind === 'run' ? item.label : item.turn.name)), more];
};

describe('the list of turns', () => {
  test('has in one line what is the same, from three turns on', () => {
    expect(listed('o===x==x=')).toEqual([
      ['Turn 0', '3 turns the same', 'Turn 4', 'Turn 5', 'Turn 6', 'Turn 7', 'Turn 8'],
      0,
    ]);
  });

  test('of a long recording that is the same throughout is two lines', () => {
    expect(listed(`o${'='.repeat(1158)}`)).toEqual([['Turn 0', '1\u2009158 turns the same'], 0]);
  });

  test('ends before the first turn that is too many, and says how many more there are', () => {
    expect(listed('x===xx====x', 2)).toEqual([['Turn 0', '3 turns the same', 'Turn 4'], 2]);
    expect(listed('xx====', 2)).toEqual([['Turn 0', 'Turn 1', '4 turns the same'], 0]);
  });

  test('keeps every turn of a run, to be unfolded', () => {
    const [run] = toTurnList(turns('===='), 100).items;
    expect(run?.kind === 'run' ? run.turns.map(({ key }) => key) : []).toEqual(['0', '1', '2', '3']);
  });
});
