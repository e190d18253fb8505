import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldSame,
  toDifference,
  toUnified,
  type DiffLine,
  type DiffRow,
} from '../../../inspector-ui/text/difference.ts';

const textOf = (line: DiffLine | undefined) => line?.parts.map(({ text }) => text).join('');

const side = (rows: readonly DiffRow[], of: 'left' | 'right') =>
  rows.flatMap((row) => (row.kind === 'gap' ? [] : (textOf(row[of]) ?? [])));

const lines = array(constantFrom('a', 'b', 'return x;', 'return y;', ''), { maxLength: 12 });

describe('a difference', () => {
  test('has every line of both texts in order, with numbers', () => {
    assert(
      property(lines, lines, (before, after) => {
        const { rows } = toDifference(
          before.map((line) => `${line}\n`).join(''),
          after.map((line) => `${line}\n`).join(''),
        );
        expect([side(rows, 'left'), side(rows, 'right')]).toEqual([before, after]);
        const numbers = rows.flatMap((row) => (row.kind === 'gap' || !row.right ? [] : row.right.no));
        expect(numbers).toEqual(after.map((_, index) => index + 1));
      }),
    );
  });

  test('marks the words that changed within a line', () => {
    const [row] = toDifference('return name;\n', 'return await name;\n').rows;
    expect(row?.kind === 'change' && row.right?.parts).toEqual([
      { text: 'return ', isChanged: false },
      { text: 'await ', isChanged: true },
      { text: 'name;', isChanged: false },
    ]);
  });

  test('marks no words in lines with nothing in common', () => {
    const [row] = toDifference('one two three', 'completely different').rows;
    expect(row?.kind === 'change' && row.left?.parts).toEqual([{ text: 'one two three', isChanged: false }]);
  });

  test('only adds lines for a new file', () => {
    expect(toDifference('', 'a\nb')).toMatchObject({ added: 2, removed: 0 });
  });

  test('replaces all lines of texts with nothing in common', () => {
    const numbered = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}\n`).join('');
    expect(toDifference(numbered('old'), numbered('new'))).toMatchObject({ added: 3000, removed: 3000 });
  });
});

describe('a long unchanged stretch', () => {
  const text = (changed: string) => [...Array.from({ length: 20 }, (_, index) => `${index}`), changed].join('\n');
  const { rows } = toDifference(text('x'), text('y'));

  test('is folded except for the lines beside the change', () => {
    expect(foldSame(rows, new Set()).map(({ kind }) => kind)).toEqual(['gap', 'same', 'same', 'same', 'change']);
    expect(foldSame(rows, new Set())[0]).toEqual({ kind: 'gap', at: 0, count: 17 });
  });

  test('is shown on request', () => {
    expect(foldSame(rows, new Set([0]))).toEqual(rows);
  });
});

test('shows removed lines before added lines in one column', () => {
  const { rows } = toDifference('a\nb\nc\n', 'A\nB\nc\n');
  expect(toUnified(rows).map((row) => (row.kind === 'gap' ? '…' : `${row.kind} ${textOf(row.line)}`))).toEqual([
    'removed a',
    'removed b',
    'added A',
    'added B',
    'same c',
  ]);
});
