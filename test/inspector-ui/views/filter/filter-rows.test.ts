import { describe, expect, test } from 'vitest';
import { parseFilter } from '#core/filter/parse.ts';
import { combineFilters, filterWithin } from '../../../../inspector-ui/state/filter/view-filter.ts';
import {
  toChips,
  toProblemRow,
  toRowActions,
  toSearchingText,
  toShowing,
  toUnmatchedRow,
  withTerm,
} from '../../../../inspector-ui/views/filter/filter-rows.ts';
import { row } from '../../fakes.ts';

describe('the filter', () => {
  test.each([
    ['', 'kind:request', 'kind:request'],
    ['id:7', 'kind:request', 'id:7 kind:request'],
    ['id:7 kind:request', 'kind:request', 'id:7'],
    ['kind:request  id:7', 'kind:request', 'id:7'],
    ['-kind:request', 'kind:request', '-kind:request kind:request'],
    ['kind:requests', 'kind:request', 'kind:requests kind:request'],
  ])('%j with or without %s is %j', (q, term, expected) => {
    expect(withTerm(q, term)).toBe(expected);
  });

  test('switches on the chips of its terms, and every chip is a valid filter', () => {
    const chips = toChips('id:7 from:stderr');
    expect(chips.filter(({ isOn }) => isOn).map(({ label }) => label)).toEqual(['stderr']);
    expect(chips.every(({ term }) => parseFilter(term).ok)).toBe(true);
  });

  test('shows how many entries match', () => {
    expect(toShowing({ shown: 214, entries: 9031 })).toBe('showing 214 of 9\u2009031');
    expect([toShowing({ shown: 1, entries: 1 }), toShowing({ shown: 0, entries: 3 })]).toEqual([
      '1 entry',
      'showing 0 of 3',
    ]);
  });

  test('shows its progress when it takes long', () => {
    const counts = { shown: 0, entries: 200_000, searched: 84_000 };
    expect(toShowing(counts)).toBe('showing 0 of the first 84\u2009000 …');
    expect(toShowing({ shown: 9, entries: 9, isSearching: true })).toBe('searching …');
    expect(toSearchingText(84_000, 200_000)).toBe(
      'Searching. Nothing in the first 84\u2009000 of 200\u2009000 entries.',
    );
  });

  test('lists the existing values when no entry has the value, and suggests a correction', () => {
    const term = { field: 'status', value: 'err', suggestion: 'status:error', at: 5, end: 15 } as const;
    const [q, values] = ['id:7 status:err -id:8', ['ok', 'a', 'b', 'c', 'd', 'e', 'f', 'g']];
    expect(toUnmatchedRow(q, { ...term, values })).toEqual({
      text: 'No entry here has the status “err”. Values of status are ok, a, b, c, d, e and 2 more.',
      instead: { term: 'status:error', q: 'id:7 status:error -id:8' },
    });
    const { text, instead } = toUnmatchedRow(q, { ...term, values: ['ok'], suggestion: undefined });
    expect([text, instead]).toEqual(['No entry here has the status “err”. The only status is ok.', undefined]);
    expect(toUnmatchedRow(q, { ...term, values: [] }).text).toBe('No entry here has a status.');
  });

  test('shows which part of it is wrong', () => {
    const parsed = parseFilter('id:7 mehtod:x');
    if (parsed.ok) throw new Error('it is a filter');
    expect(toProblemRow('id:7 mehtod:x', parsed.problem)).toMatchObject({ before: 'id:7 ' });
    expect(toProblemRow('a (', { at: 3, end: 3, message: 'm', expected: [], suggestion: null }).wrong).toBe(' ');
  });

  test('is put in parentheses before a range of time is added', () => {
    const filter = filterWithin('id:1 or id:2', { from: 5, to: 9 });
    expect(parseFilter(filter)).toMatchObject({ ok: true, filter: { kind: 'and' } });
    expect([filterWithin('', { from: 5, to: 9 }), filterWithin('id:1', undefined), combineFilters('', '')]).toEqual([
      't:5us..9us',
      'id:1',
      '',
    ]);
  });
});

describe('the filters offered for a row', () => {
  const actions = toRowActions(
    row(4, { kind: 'request', method: 'session/prompt', id: '"a b"', session: 's-1', from: 'client' }),
  );

  test('include and exclude each of its facts, and follow its id', () => {
    expect(actions.map(({ label, term }) => `${label} ${term}`)).toEqual([
      'Only this method method:session/prompt',
      'Follow session session:s-1',
      'Follow id id:"\\"a b\\""',
      'Only this sender from:client',
      'Only this kind kind:request',
      'Not this method -method:session/prompt',
      'Not this session -session:s-1',
      'Not this sender -from:client',
      'Not this kind -kind:request',
    ]);
  });

  test('show the title of its tool call and filter by its id', () => {
    const [, , follow] = toRowActions(row(4, { tool: { id: 'call_1', title: 'Edit a.ts' } }));
    expect(follow).toEqual({ label: 'Follow tool call', value: 'Edit a.ts', term: 'tool:call_1', isExclusion: false });
    const [, , untitled] = toRowActions(row(4, { tool: { id: 'call_1', title: null } }));
    expect(untitled?.value).toBe('call_1');
  });

  test('are valid filters for any recorded text', () => {
    const odd = toRowActions(row(1, { method: 'a" or (b', session: '-x:y z', id: '"\\"' }));
    expect(odd.map(({ term }) => parseFilter(term).ok)).toEqual(odd.map(() => true));
  });
});
