import { expect, test } from 'vitest';
import { SHARE_FORMS } from '#core/contract/share.ts';
import { copiedNotice, toCopyRows, toScopeRows } from '../../inspector-ui/views/copy/copy-rows.ts';
import { toOpeningRow } from '../../inspector-ui/views/drop/file-rows.ts';
import { group } from './fakes.ts';

const place = { seq: 12, group: undefined, shown: 9031, isFiltered: false };

test('offers the selected row first, then other scopes', () => {
  expect(toScopeRows(place)).toEqual([
    { of: 'entry', label: '#12' },
    { of: 'filter', label: 'All entries (9\u2009031)' },
  ]);
  const folded = { ...place, group: group(3, 'tool-call', { entries: 9 }), shown: 214, isFiltered: true };
  expect(toScopeRows(folded)).toEqual([
    { of: 'group', label: 'Its tool call (9)' },
    { of: 'entry', label: '#12' },
    { of: 'filter', label: 'What the filter shows (214)' },
  ]);
  expect(toScopeRows({ ...place, seq: undefined }).map(({ of }) => of)).toEqual(['filter']);
});

test('offers every form, each with its own key', () => {
  const rows = toCopyRows(place, toScopeRows(place)[0]);
  expect(rows.map(({ as }) => as).toSorted()).toEqual([...SHARE_FORMS].toSorted());
  expect(new Set([...rows.map(({ key }) => key), 'r']).size).toBe(SHARE_FORMS.length + 1);
  expect(rows.find(({ as }) => as === 'repro')?.of).toBe('what the client sent up to #12');
  expect(toCopyRows({ ...place, seq: undefined }, undefined).find(({ as }) => as === 'markdown')?.of).toMatch(/whole/);
});

test('shows the copied size in bytes, and for language models about how many tokens', () => {
  const [frame, , , , , , , whole] = toCopyRows(place, undefined);
  expect(frame && copiedNotice(frame, 'é'.repeat(600), 2)).toBe(
    'Copied: Frame, on one line, 1.2 kB, redacted: 2 values masked.',
  );
  expect(whole && copiedNotice(whole, 'x'.repeat(4001), undefined)).toBe(
    'Copied: Text for a language model, 4.0 kB, about 1\u2009001 tokens, exact, not redacted.',
  );
});

test('shows the progress of an opening file, or what is wrong with it', () => {
  const opening = { name: 'a', progress: 0.456, entries: 12_000, problem: undefined };
  expect(toOpeningRow(opening)).toEqual({ name: 'a', text: '45 % · 12\u2009000 entries', progress: 0.456 });
  expect(toOpeningRow({ ...opening, problem: 'line 2 is not JSON' })).toEqual({
    name: 'a',
    text: 'Line 2 is not JSON.',
    progress: undefined,
  });
});
