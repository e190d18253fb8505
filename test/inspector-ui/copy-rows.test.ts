import { expect, test } from 'vitest';
import { SHARE_FORMS } from '#core/contract/share.ts';
import { copiedNotice, toCopyRows, toScopeRows } from '../../inspector-ui/views/copy/copy-rows.ts';
import { toOpeningRow } from '../../inspector-ui/views/drop/file-rows.ts';
import { group } from './fakes.ts';

const place = { seq: 12, group: undefined, shown: 9031, isFiltered: false };

test('what is copied is the selected row, unless another scope is chosen', () => {
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

test('there is every form, each with a letter of its own that the menu has no other use for', () => {
  const rows = toCopyRows(place, toScopeRows(place)[0]);
  expect(rows.map(({ as }) => as).toSorted()).toEqual([...SHARE_FORMS].toSorted());
  expect(new Set([...rows.map(({ key }) => key), 'r']).size).toBe(SHARE_FORMS.length + 1);
  expect(rows.find(({ as }) => as === 'repro')?.of).toBe('what the client sent up to #12');
  expect(toCopyRows({ ...place, seq: undefined }, undefined).find(({ as }) => as === 'markdown')?.of).toMatch(/whole/);
});

test('what was copied is said with its size in bytes, and for language models in tokens, about', () => {
  const [frame, , , , , , , whole] = toCopyRows(place, undefined);
  expect(frame && copiedNotice(frame, 'é'.repeat(600), true)).toBe('Copied: Frame, on one line, 1.2 kB, redacted.');
  expect(whole && copiedNotice(whole, 'x'.repeat(4001), false)).toBe(
    'Copied: Text for a language model, 4.0 kB, about 1\u2009001 tokens.',
  );
});

test('a file on its way says how far it is, one that is none what is wrong', () => {
  const opening = { name: 'a', progress: 0.456, entries: 12_000, problem: undefined };
  expect(toOpeningRow(opening)).toEqual({ name: 'a', text: '45 % · 12\u2009000 entries', progress: 0.456 });
  expect(toOpeningRow({ ...opening, problem: 'line 2 is not JSON' })).toEqual({
    name: 'a',
    text: 'Line 2 is not JSON.',
    progress: undefined,
  });
});
