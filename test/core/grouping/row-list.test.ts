import { assert, integer, nat, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { includesNumber, numbersOf, firstNumbers } from '#core/grouping/number-list.ts';
import { foldedRows, rawRows, type RowKey, type RowList } from '#core/grouping/row-list.ts';

const ascending = (max: number, length = 20) =>
  uniqueArray(nat(max), { maxLength: length }).map((values) => values.toSorted((one, other) => one - other));

const all = (list: RowList): readonly RowKey[] => Array.from({ length: list.total }, (_, index) => list.keyAt(index));

describe('a list of numbers', () => {
  test('finds the index of a number, or where it would be', () => {
    assert(
      property(ascending(50), integer({ min: -2, max: 55 }), (values, wanted) => {
        const found = numbersOf(values).indexFrom(wanted);
        const next = values.findIndex((value) => value >= wanted);
        expect(found).toBe(next === -1 ? values.length : next);
        expect(includesNumber(numbersOf(values), wanted)).toBe(values.includes(wanted));
      }),
    );
  });

  test('without gaps needs no array', () => {
    expect([
      firstNumbers(3).indexFrom(-1),
      firstNumbers(3).indexFrom(2),
      firstNumbers(3).indexFrom(7),
      includesNumber(firstNumbers(3), 3),
    ]).toEqual([0, 2, 3, false]);
  });

  test('of a typed array can end early', () => {
    expect([numbersOf([1, 5, 9, 0, 0], 3).indexFrom(6), includesNumber(numbersOf([1, 5, 9, 0, 0], 3), 0)]).toEqual([
      2,
      false,
    ]);
  });
});

test('the raw view lists the matching entries', () => {
  expect(all(rawRows(numbersOf([2, 5])))).toEqual([{ seq: 2 }, { seq: 5 }]);
});

describe('the folded view', () => {
  /** Group n has the entries from n*100 on. */
  const openings = uniqueArray(record({ no: nat(30), count: nat(4) }), {
    selector: ({ no }) => no,
    maxLength: 6,
  });

  test('lists each group, and the entries of opened groups below them', () => {
    assert(
      property(ascending(30), openings, (groups, opened) => {
        const seqsOf = (no: number, count: number) => Array.from({ length: count }, (_, index) => no * 100 + index);
        const rows = foldedRows(
          numbersOf(groups),
          opened.map(({ no, count }) => ({ no, seqs: numbersOf(seqsOf(no, count)) })),
        );
        const expected = groups.flatMap((no): RowKey[] => [
          { group: no },
          ...seqsOf(no, opened.find((each) => each.no === no)?.count ?? 0).map((seq) => ({ seq })),
        ]);
        expect(all(rows)).toEqual(expected);
        const found = expected.map((key) =>
          'group' in key ? rows.indexOfGroup(key.group) : rows.indexOfEntry(key.seq, Math.floor(key.seq / 100)),
        );
        expect(found).toEqual(expected.map((_, index) => index));
      }),
    );
  });

  test('finds an entry of a closed group at the group, and an absent entry at the next or last of its group', () => {
    const rows = foldedRows(firstNumbers(4), [{ no: 1, seqs: numbersOf([10, 14]) }]);
    expect([rows.indexOfEntry(99, 2), rows.indexOfEntry(12, 1), rows.indexOfEntry(20, 1)]).toEqual([4, 3, 3]);
  });

  test('finds an absent group at the next one', () => {
    const rows = foldedRows(numbersOf([2, 8]), [{ no: 2, seqs: numbersOf([20, 21]) }]);
    expect([0, 2, 5, 8, 9].map(rows.indexOfGroup)).toEqual([0, 0, 3, 3, 4]);
  });
});
