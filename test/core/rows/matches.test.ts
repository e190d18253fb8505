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
