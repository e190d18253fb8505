import { describe, expect, test } from 'vitest';
import type { TurnView } from '../../../../inspector-ui/views/compare/compare-rows.ts';
import { toTurnList } from '../../../../inspector-ui/views/compare/turn-list.ts';

/** `o`: entries outside of turns, equal in both; `=`: an equal turn; `x`: a different turn. */
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
  test('shows three or more equal turns on one line', () => {
    expect(listed('o===x==x=')).toEqual([
      ['Turn 0', '3 turns the same', 'Turn 4', 'Turn 5', 'Turn 6', 'Turn 7', 'Turn 8'],
      0,
    ]);
  });

  test('shows a long recording without differences on two lines', () => {
    expect(listed(`o${'='.repeat(1158)}`)).toEqual([['Turn 0', '1\u2009158 turns the same'], 0]);
  });

  test('stops at the limit, and counts the other turns', () => {
    expect(listed('x===xx====x', 2)).toEqual([['Turn 0', '3 turns the same', 'Turn 4'], 2]);
    expect(listed('xx====', 2)).toEqual([['Turn 0', 'Turn 1', '4 turns the same'], 0]);
  });

  test('keeps every turn of a run, so that it can be unfolded', () => {
    const [run] = toTurnList(turns('===='), 100).items;
    expect(run?.kind === 'run' ? run.turns.map(({ key }) => key) : []).toEqual(['0', '1', '2', '3']);
  });
});
