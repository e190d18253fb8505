import { describe, expect, test } from 'vitest';
import { groupFindings } from '../../../../inspector-ui/state/detail/finding-groups.ts';
import {
  countFindings,
  toChips,
  toCleanText,
  toFindingGroupRow,
  toShowing,
} from '../../../../inspector-ui/views/findings/findings-rows.ts';
import { toRuleSections } from '../../../../inspector-ui/views/findings/rules-rows.ts';
import { finding, row, ruleReport } from '../../fakes.ts';

const groupOf = (...findings: Parameters<typeof finding>[2][]) => {
  const [group] = groupFindings(findings.map((more, index) => finding('a/b', index, more)));
  if (!group) throw new Error('no group');
  return group;
};

describe('a broken rule', () => {
  test('names the side at fault, or for both sides names it at each finding', () => {
    const one = toFindingGroupRow(groupOf({ side: 'client' }), 9, () => undefined);
    expect([one.fault, one.entries[0]?.apart]).toEqual(['fault of the client', '']);
    const both = toFindingGroupRow(groupOf({ side: 'client' }, { side: 'agent' }), 9, () => undefined);
    expect([both.fault, both.entries[1]?.apart]).toEqual(['fault of both sides', 'by the agent']);
  });

  test('of a side or of all has no requirement, but each finding names its rule and grade', () => {
    const all = [finding('a/b', 1), finding('c/d', 2, { grade: 'note', side: 'client' })];
    const rows = (by: 'side' | 'time') =>
      groupFindings(all, by).map((group) => toFindingGroupRow(group, 9, () => undefined));
    expect(rows('side').map(({ title, fault, about }) => [title, fault, about])).toEqual([
      ['By the agent', 'of 1 rule', undefined],
      ['By the client', 'of 1 rule', undefined],
    ]);
    expect(rows('time')[0]?.entries.map(({ apart }) => apart)).toEqual([
      'error, a/b, by the agent',
      'note, c/d, by the client',
    ]);
  });

  test('in the order of time has no grade of its own, and the time of each finding as soon as its row is fetched', () => {
    const all = [finding('a/b', 1), finding('c/d', 2, { grade: 'warning' })];
    const rowAt = (seq: number) => (seq === 1 ? { ...row(1), t: 1_250_000 } : undefined);
    const groupsBy = (by: 'rule' | 'side' | 'time') =>
      groupFindings(all, by).map((group) => toFindingGroupRow(group, 9, rowAt));
    const timesOf = (by: 'side' | 'time') => groupsBy(by).map(({ entries }) => entries.map(({ time }) => time));
    expect(groupsBy('time').map(({ grade }) => grade)).toEqual([undefined]);
    expect(groupsBy('rule').map(({ grade }) => grade)).toEqual(['error', 'warning']);
    expect(timesOf('time')).toEqual([['1.250 s', '']]);
    expect(timesOf('side')).toEqual([[undefined, undefined]]);
  });

  test('shows which of its findings have a milder grade', () => {
    const { entries } = toFindingGroupRow(groupOf({ grade: 'note' }, {}), 9, () => undefined);
    expect(entries.map(({ apart }) => apart)).toEqual(['note', '']);
  });

  test('counts the findings that are not shown yet', () => {
    const { count, entries, left } = toFindingGroupRow(groupOf({}, {}, {}), 2, () => undefined);
    expect([count, entries.length, left]).toEqual(['3 findings', 2, 1]);
  });

  test('names its entries and the contradicted ones as soon as their rows are fetched', () => {
    const { entries } = toFindingGroupRow(groupOf({ related: [7] }), 9, (seq) => (seq === 7 ? row(7) : undefined));
    expect(entries[0]?.entry).toEqual({ seq: 0, what: undefined });
    expect(entries[0]?.related[0]).toMatchObject({ seq: 7, what: { title: 'agent_message_chunk', summary: '7' } });
  });

  test('shows hidden characters of recorded text as marks', () => {
    const { entries } = toFindingGroupRow(groupOf({ seen: 'a\u202eb', message: 'one\ntwo' }), 9, () => undefined);
    expect([entries[0]?.seen, entries[0]?.message]).toEqual(['a‹U+202E›b', 'one two']);
  });
});

describe('the chips', () => {
  test('are the existing grades and sides, and a chosen one without findings', () => {
    const chips = toChips([finding('a/b', 1), finding('a/b', 2, { grade: 'note' })], new Set(['client']));
    expect(chips.map(({ facet, count, isChosen }) => [facet, count, isChosen])).toEqual([
      ['error', '1', false],
      ['note', '1', false],
      ['client', '0', true],
      ['agent', '2', false],
    ]);
  });

  test('come with a count of the shown findings, unless all are shown', () => {
    expect([toShowing([groupOf({}, {})], 2), toShowing([groupOf({}, {})], 5)]).toEqual([
      '',
      'Showing 2 of 5 findings.',
    ]);
  });

  test('use the larger of the server’s total and the fetched count', () => {
    const told = { error: 1, warning: 2, note: 0 };
    expect([countFindings(1, told), countFindings(5, told)]).toEqual([3, 5]);
  });
});

describe('without findings', () => {
  const rules = [ruleReport('a/a', 3, 0), ruleReport('b/b', 0, 0), ruleReport('c/c', 0, 0)];

  test('shows how many rules were exercised', () => {
    expect(toCleanText(rules, false)).toBe('No rule is broken. 1 rule was exercised, 2 were not.');
  });

  test('limits the claim to the frames so far while live', () => {
    expect(toCleanText(undefined, true)).toBe('No rule is broken so far.');
  });
});

describe('the list of rules', () => {
  test('lists a rule as broken after one breach, and as not exercised without an occasion', () => {
    const sections = toRuleSections([ruleReport('a/a', 0, 0), ruleReport('b/b', 5, 1), ruleReport('c/c', 2, 0)]);
    expect(
      sections.map(({ fate, count, rules }) => [fate, count, ...rules.map(({ id, times }) => `${id} ${times}`)]),
    ).toEqual([
      ['broken', '1', 'b/b broken once, kept 5 times'],
      ['kept', '1', 'c/c kept twice'],
      ['not-exercised', '1', 'a/a '],
    ]);
  });

  test('has the worst grade of the broken rules, so that a note is not red', () => {
    const note = { ...ruleReport('a/a', 0, 1), grade: 'note' } as const;
    expect(toRuleSections([note]).map(({ grade }) => grade)).toEqual(['note', undefined, undefined]);
    expect(toRuleSections([note, ruleReport('b/b', 0, 1)])[0]?.grade).toBe('error');
  });

  test('explains that a rule which was not exercised is not a pass', () => {
    expect(toRuleSections([]).at(-1)?.note).toContain('no pass');
  });
});
