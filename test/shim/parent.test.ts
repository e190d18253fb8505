import { expect, test } from 'vitest';
import { isReaper } from '../../proxy/shim/watch-parent.ts';

const US = 70;

interface Relation {
  readonly what: string;
  readonly parent: number;
  /** Process group and session. */
  readonly ours: readonly [number, number];
  readonly theirs: readonly [number, number];
}

const stat = ([group, session]: readonly [number, number]) => ({ state: 'S', group, session, started: '1' });

const judge = ({ parent, ours, theirs }: Relation, platform: NodeJS.Platform = 'linux') =>
  isReaper(parent, US, (pid) => stat(pid === US ? ours : theirs), platform);

test.each<Relation>([
  { what: 'process 1 of a machine', parent: 1, ours: [60, 50], theirs: [1, 1] },
  { what: 'process 1, and we lead our own session', parent: 1, ours: [US, US], theirs: [1, 1] },
  { what: 'the user’s systemd', parent: 40, ours: [60, 50], theirs: [40, 40] },
])('$what has adopted us', (relation) => {
  expect(judge(relation)).toBe(true);
});

test.each<Relation>([
  { what: 'the client', parent: 60, ours: [60, 50], theirs: [60, 50] },
  { what: 'a shell that gave us a group of our own', parent: 60, ours: [US, 50], theirs: [60, 50] },
  { what: 'a client that gave us a session of our own', parent: 60, ours: [US, US], theirs: [60, 50] },
  { what: 'a client that is process 1 of its container', parent: 1, ours: [1, 1], theirs: [1, 1] },
])('$what is our parent', (relation) => {
  expect(judge(relation)).toBe(false);
});

test('where /proc shows nothing, only process 1 is a reaper', () => {
  expect([1, 60].map((parent) => isReaper(parent, US, () => undefined, 'linux'))).toEqual([true, false]);
  expect([1, 60].map((parent) => isReaper(parent, US, () => stat([1, 1]), 'darwin'))).toEqual([true, false]);
});
