import { expect, test } from 'vitest';
import { previousRuns } from '#core/compare/previous-runs.ts';

test('finds the previous run of the same words, whatever ran in between', () => {
  const run = (id: string, ...command: string[]) => ({ id, command });
  const list = [run('e', 'a', 'b'), run('d', 'a b'), run('c', 'x'), run('b', 'a', 'b'), run('a', 'a', 'b')];
  const previous = [...previousRuns(list)].map(([id, before]) => [id, before.id]);
  expect(previous).toEqual([
    ['e', 'b'],
    ['b', 'a'],
  ]);
});
