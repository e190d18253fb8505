import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { depthAt } from '../../../../inspector-ui/views/timeline/depth.ts';
import { group, groupRow, row } from '../../fakes.ts';

const none = { session: null };
const session = groupRow(group(0, 'session'));
const turn = (until: number | null = 9_000_000) => groupRow(group(1, 'turn', { level: 1, parent: 0, until }));
const call = groupRow(group(2, 'tool-call', { level: 2, parent: 1 }));
const stderr = groupRow(group(3, 'stderr', none), none);
const noise = groupRow(group(4, 'noise', none), none);
const piece = row(5, { ...none, kind: 'stderr', level: 1 });

/** The indentation of every row of a list. */
const depths = (rows: readonly (TimelineRow | undefined)[]) =>
  rows.map((_, place) => depthAt(place, { rowAt: (at) => rows[at], total: rows.length }));

describe('the indentation of a row', () => {
  test('is its level in a session', () => {
    expect(depths([session, turn(), call, row(9, { level: 3 })])).toEqual([0, 1, 2, 3]);
  });

  test('is that of the next row of a session, for a row without a session', () => {
    expect(depths([session, turn(), stderr, call, noise, stderr, call])).toEqual([0, 1, 2, 2, 2, 2, 2]);
    expect(depths([session, turn(), call, stderr, turn(), call])).toEqual([0, 1, 2, 1, 1, 2]);
    expect(depths([stderr, session, turn()])).toEqual([0, 0, 1]);
  });

  test('is one level more for pieces of a row', () => {
    expect(depths([turn(), stderr, piece, piece, call])).toEqual([1, 2, 3, 3, 2]);
  });

  test('is that of the turn at the end of the list while the turn is open, otherwise none', () => {
    expect(depths([session, turn(null), call, stderr])).toEqual([0, 1, 2, 2]);
    expect(depths([session, turn(), call, stderr, noise])).toEqual([0, 1, 2, 0, 0]);
    expect(depths([stderr, stderr])).toEqual([0, 0]);
  });

  test('is fixed for sessions and turns, whatever the level of their entries', () => {
    expect(depths([groupRow(group(0, 'session', none), none), turn(), call])).toEqual([0, 1, 2]);
  });

  test('is 0 in the list of all frames', () => {
    expect(depths([row(0), row(1, none), row(2)])).toEqual([0, 0, 0]);
  });

  test('is found past rows that are not fetched', () => {
    expect(depths([turn(), stderr, undefined, call])).toEqual([1, 2, 0, 2]);
  });
});
