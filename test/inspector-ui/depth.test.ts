import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { depthAt } from '../../inspector-ui/views/timeline/depth.ts';
import { group, groupRow, row } from './fakes.ts';

const none = { session: null };
const session = groupRow(group(0, 'session'));
const turn = (until: number | null = 9_000_000) => groupRow(group(1, 'turn', { level: 1, parent: 0, until }));
const call = groupRow(group(2, 'tool-call', { level: 2, parent: 1 }));
const stderr = groupRow(group(3, 'stderr', none), none);
const noise = groupRow(group(4, 'noise', none), none);
const piece = row(5, { ...none, kind: 'stderr', level: 1 });

/** How deep every row of a list is drawn. */
const depths = (rows: readonly (TimelineRow | undefined)[]) =>
  rows.map((_, place) => depthAt(place, { rowAt: (at) => rows[at], total: rows.length }));

describe('how deep a row is drawn', () => {
  test('is its level, for what belongs to a session', () => {
    expect(depths([session, turn(), call, row(9, { level: 3 })])).toEqual([0, 1, 2, 3]);
  });

  test('is that of what comes next, for what belongs to none', () => {
    expect(depths([session, turn(), stderr, call, noise, stderr, call])).toEqual([0, 1, 2, 2, 2, 2, 2]);
    expect(depths([session, turn(), call, stderr, turn(), call])).toEqual([0, 1, 2, 1, 1, 2]);
    expect(depths([stderr, session, turn()])).toEqual([0, 0, 1]);
  });

  test('is one more for the pieces of it', () => {
    expect(depths([turn(), stderr, piece, piece, call])).toEqual([1, 2, 3, 3, 2]);
  });

  test('at the end is that of the turn while it goes on, and none when it is over', () => {
    expect(depths([session, turn(null), call, stderr])).toEqual([0, 1, 2, 2]);
    expect(depths([session, turn(), call, stderr, noise])).toEqual([0, 1, 2, 0, 0]);
    expect(depths([stderr, stderr])).toEqual([0, 0]);
  });

  test('is that of a session and a turn whatever their entries say of one', () => {
    expect(depths([groupRow(group(0, 'session', none), none), turn(), call])).toEqual([0, 1, 2]);
  });

  test('is none in the list of all frames', () => {
    expect(depths([row(0), row(1, none), row(2)])).toEqual([0, 0, 0]);
  });

  test('is told past rows that are not held', () => {
    expect(depths([turn(), stderr, undefined, call])).toEqual([1, 2, 0, 2]);
  });
});
