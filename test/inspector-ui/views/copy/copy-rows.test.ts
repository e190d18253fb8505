import { expect, test } from 'vitest';
import { SHARE_FORMS } from '#core/contract/share.ts';
import {
  copiedNotice,
  countMasked,
  toCopyRows,
  toSaveRows,
  toScopeRows,
  toShownValue,
  turnAt,
} from '../../../../inspector-ui/views/copy/copy-rows.ts';
import { toOpeningRow } from '../../../../inspector-ui/views/drop/file-rows.ts';
import { group } from '../../fakes.ts';

const place = {
  seq: 12,
  turn: undefined,
  group: undefined,
  shown: 9031,
  q: '',
  range: undefined,
  marks: [],
  hasServer: true,
};

test('offers the selected row first, then other scopes', () => {
  expect(toScopeRows(place)).toEqual([
    { of: 'entry', q: '', label: '#12' },
    { of: 'filter', q: '', label: 'All entries (9\u2009031)' },
  ]);
  const folded = { ...place, group: group(3, 'tool-call', { entries: 9 }), shown: 214, q: 'id:1' };
  expect(toScopeRows(folded)).toEqual([
    { of: 'group', q: 'id:1', label: 'Its tool call (9)' },
    { of: 'entry', q: 'id:1', label: '#12' },
    { of: 'filter', q: 'id:1', label: 'Filtered entries (214)' },
    { of: 'filter', q: '', label: 'All entries' },
  ]);
  expect(toScopeRows({ ...place, seq: undefined }).map(({ of }) => of)).toEqual(['filter']);
});

test('offers the marked entries, the range of time and the turn, too', () => {
  const turn = { session: 's', group: 0, t: 0, until: null, outcome: null, title: '' };
  const turns = [
    { ...turn, number: 1, first: 3, last: 9 },
    { ...turn, number: 2, first: 10, last: null },
  ];
  expect([turnAt(turns, 9)?.number, turnAt(turns, 40)?.number, turnAt(turns, 1)]).toEqual([1, 2, undefined]);
  const rows = toScopeRows({ ...place, turn: turns[1], q: 't:1us..5us', range: { from: 1, to: 5 }, marks: [4, 8] });
  expect(rows.map(({ of, q, label }) => `${label}: ${of} ${q}`)).toEqual([
    '#12: entry t:1us..5us',
    'Filtered entries (9\u2009031): filter t:1us..5us',
    'Marked entries (2): filter seq:4 or seq:8',
    'The range of time: filter t:1us..5us',
    'All entries: filter ',
    'Turn 2: filter turn:2 or (seq:10.. (kind:invalid or kind:stderr or kind:event))',
  ]);
});

test('offers all entries of a session, if its row is selected', () => {
  const rows = toScopeRows({ ...place, group: group(3, 'session', { entries: 2, session: 'a b' }) });
  expect(rows[0]).toEqual({ of: 'filter', q: 'session:"a b"', label: 'Its session' });
});

test('offers all entries of a turn first, and once, if the row of the turn is selected', () => {
  const rows = toScopeRows({
    ...place,
    group: group(3, 'turn', { entries: 2, turn: 2, last: 9, until: 5 }),
  });
  expect(rows.map(({ of, q, label }) => `${label}: ${of} ${q}`)).toEqual([
    'Turn 2: filter turn:2 or (seq:3..9 (kind:invalid or kind:stderr or kind:event))',
    '#12: entry ',
    'All entries (9\u2009031): filter ',
  ]);
});

test('saves a recording file, a page and a fixture; a page only where a server has an empty one', () => {
  const kinds = (hasServer: boolean) => toSaveRows({ ...place, hasServer }, undefined).map(({ save }) => save);
  expect(kinds(true)).toEqual(['file', 'page', 'fixture']);
  expect(kinds(false)).toEqual(['file', 'fixture']);
});

test('shows the beginning and the length of a masked value, or only its length', () => {
  expect(toShownValue('sk-a', 51)).toBe('sk-a… (51 characters)');
  expect([toShownValue(null, 10), toShownValue(null, 1)]).toEqual(['10 characters', '1 character']);
});

test('counts the masked values without the rules that are switched off', () => {
  const preview = {
    total: 5,
    masked: [],
    rules: [
      { rule: 'user name', count: 3 },
      { rule: 'named value', count: 2 },
    ],
  };
  expect([countMasked(preview, []), countMasked(preview, ['user name']), countMasked(undefined, [])]).toEqual([
    5, 2, 0,
  ]);
});

test('offers every form, each with its own key', () => {
  const rows = toCopyRows(place, toScopeRows(place)[0]);
  expect(rows.map(({ as }) => as).toSorted()).toEqual([...SHARE_FORMS].toSorted());
  const keys = [...rows, ...toSaveRows(place, undefined)].map(({ key }) => key);
  expect(new Set([...keys, 'r']).size).toBe(keys.length + 1);
  expect(rows.find(({ as }) => as === 'repro')?.of).toBe("the client's frames up to #12");
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
