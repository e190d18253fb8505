import { expect, test } from 'vitest';
import { previousRuns } from '#core/compare/previous-runs.ts';

test('finds the previous run of the same words, whatever ran in between', () => {
  const run = (id: string, ...command: string[]) => ({ id, command, name: null, state: 'ended' as const });
  const list = [run('e', 'a', 'b'), run('d', 'a b'), run('c', 'x'), run('b', 'a', 'b'), run('a', 'a', 'b')];
  const previous = [...previousRuns(list)].map(([id, before]) => [id, before.id]);
  expect(previous).toEqual([
    ['e', 'b'],
    ['b', 'a'],
  ]);
});

test('finds the previous run of the same name, and without one the previous run', () => {
  const run = (id: string, name: string | null, command = 'a') => ({
    id,
    command: [command],
    name,
    state: 'ended' as const,
  });
  const list = [
    run('g', 'edit'),
    run('f', null),
    run('e', 'cancel'),
    run('d', 'edit', 'b'),
    run('c', 'edit'),
    run('b', 'plan'),
    run('a', null),
  ];
  const previous = Object.fromEntries([...previousRuns(list)].map(([id, before]) => [id, before.id]));
  expect(previous).toEqual({ g: 'c', f: 'e', e: 'c', c: 'b', b: 'a' });
});

test('passes over live recordings, which are not whole', () => {
  const run = (id: string, state: 'live' | 'ended') => ({ id, command: ['a'], name: 'edit', state });
  const list = [run('d', 'live'), run('c', 'ended'), run('b', 'live'), run('a', 'ended')];
  const previous = Object.fromEntries([...previousRuns(list)].map(([id, before]) => [id, before.id]));
  expect(previous).toEqual({ d: 'c', c: 'a', b: 'a' });
});
