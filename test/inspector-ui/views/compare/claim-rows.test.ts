import { expect, test } from 'vitest';
import { ALL } from '#core/compare/part.ts';
import { toClaimRows } from '../../../../inspector-ui/views/compare/claim-rows.ts';
import { recording } from '../../fakes.ts';

const found = (error: number, warning: number) => ({ findings: { error, warning, note: 0 } });
const now = recording('now', found(0, 2));
const [before, older] = [recording('before', found(1, 1)), recording('older', found(0, 2))];
const firstChunk = { before: 122_000, now: 901_000 };
const known = {
  previous: before,
  change: { recording: 'now', previous: 'before', firstChunk, gained: [], lost: [] },
};
const claims = (other: string, part = ALL) =>
  toClaimRows(
    { before: { recording: other, part }, now: { recording: 'now', part: ALL } },
    now,
    [now, before, older],
    known,
  );

test('Compare begins with the claims of the badge, what got worse first, and links to the findings of both runs', () => {
  expect(claims('before')).toEqual([
    { text: 'First chunk 7.4× slower: median 901 ms, before 122 ms', isWorse: true, links: [] },
    {
      text: '−1 error, +1 warning',
      isWorse: false,
      links: [
        { label: 'findings now', href: '#/r/now/findings' },
        { label: 'findings before', href: '#/r/before/findings' },
      ],
    },
  ]);
});

test('parts of recordings have no claims, nor has a run that the badge is not about, if its findings are the same', () => {
  expect(claims('before', { kind: 'turn', number: 1 })).toEqual([]);
  expect(claims('older')).toEqual([]);
  expect(claims('gone')).toEqual([]);
});
