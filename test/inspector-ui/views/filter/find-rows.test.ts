import { expect, test } from 'vitest';
import { toFindStatus, type FindCounts } from '../../../../inspector-ui/views/filter/find-rows.ts';

const ROWS = { isFiltered: true, isWindowed: true, hits: ['entry', 'entries'] } as const;
const PAGE = { isFiltered: false, isWindowed: false, hits: ['finding', 'findings'] } as const;
const none = { ordinal: 0, count: 0 };

test.each<[string, FindCounts, typeof ROWS | typeof PAGE, string, string]>([
  ['nothing before the search ends', { hits: undefined, places: 2, place: undefined }, ROWS, '', ''],
  [
    'that nothing was found',
    { hits: none, places: 0, place: undefined },
    ROWS,
    'Nothing found in what was recorded',
    '',
  ],
  ['the places without hits', { hits: none, places: 3, place: 1 }, ROWS, '2 of 3 in sight', ''],
  ['the places of a whole page', { hits: none, places: 1, place: 0 }, PAGE, '1 of 1 occurrence', ''],
  [
    'the hits, and the places beside them',
    { hits: { ordinal: 2, count: 9 }, places: 4, place: undefined },
    ROWS,
    '2 of 9 entries',
    '4 in sight',
  ],
  [
    'hits that are out of sight',
    { hits: { ordinal: 1, count: 1 }, places: 0, place: undefined },
    PAGE,
    '1 of 1 finding',
    '',
  ],
])('the Find bar shows %s', (_, counts, view, count, aside) => {
  expect(toFindStatus(counts, view, false)).toEqual({ count, aside });
});

test('the Find bar says that the filter hides entries', () => {
  const counts = { hits: none, places: 0, place: undefined };
  expect(toFindStatus(counts, ROWS, true).count).toBe('Nothing found in what the filter shows');
  expect(toFindStatus(counts, PAGE, true).count).toBe('Nothing found');
});
