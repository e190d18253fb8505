import { expect, test } from 'vitest';
import { createMatches } from '#core/rows/matches.ts';
import type { Match } from '#core/rows/timeline-source.ts';

test('matches keep their groups when others change, come and go', async () => {
  /** The group of each entry that matches, by `seq`. */
  let groupsNow: readonly (number | undefined)[] = [10, 11, undefined, 13, 14];
  let amended: readonly number[] = [];
  let revision = 1;
  const among = (seqs: readonly number[]) =>
    seqs.flatMap((seq): Match[] => {
      const group = groupsNow[seq];
      return group === undefined ? [] : [[seq, group]];
    });
  const matches = createMatches(
    {
      progress: () => ({ total: groupsNow.length, revision }),
      lastFinding: () => 0,
      amendedSince: () => amended,
    },
    { among, between: (from, to) => among(Array.from({ length: to - from }, (_, index) => from + index)) },
    { rest: () => Promise.resolve(), now: () => 0 },
  );
  const found = async () => {
    await matches.refresh(() => true);
    const seqs = matches.seqs();
    return Array.from(matches.groups(), (group, index) => [seqs.at(index), group]);
  };
  expect(await found()).toEqual([0, 1, 3, 4].map((seq) => [seq, seq + 10]));

  [groupsNow, amended, revision] = [[10, undefined, 12, 13, 44, 15], [4, 1, 2], 2];
  expect(await found()).toEqual([
    [0, 10],
    [2, 12],
    [3, 13],
    [4, 44],
    [5, 15],
  ]);
});

test('matches pass over entries that the source rules out, and test the others once', async () => {
  const tested: number[] = [];
  const matches = createMatches(
    { progress: () => ({ total: 1000, revision: 1 }), lastFinding: () => 0, amendedSince: () => [] },
    {
      among: () => [],
      between(from, to) {
        const seqs = Array.from({ length: to - from }, (_, index) => from + index);
        tested.push(...seqs);
        return seqs.map((seq): Match => [seq, 0]);
      },
      /** Only entries 100 to 149 and 700 to 999 may match. Looks 300 entries ahead. */
      nextSpan(from, to) {
        const [least, below] = from < 150 ? [100, 150] : [700, 1000];
        const start = Math.min(Math.max(from, least), from + 300);
        return { from: start, to: Math.min(Math.max(start, start < least ? start : below), to) };
      },
    },
    { rest: () => Promise.resolve(), now: () => 0 },
  );
  await matches.refresh(() => true);
  const expected = Array.from({ length: 1000 }, (_, seq) => seq).filter(
    (seq) => (seq >= 100 && seq < 150) || seq >= 700,
  );
  expect(tested).toEqual(expected);
  expect(Array.from({ length: matches.seqs().length }, (_, index) => matches.seqs().at(index))).toEqual(expected);
  expect([matches.isWhole(), matches.searched()]).toEqual([true, 1000]);
});
