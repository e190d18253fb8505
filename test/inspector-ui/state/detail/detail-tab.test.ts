import { describe, expect, test } from 'vitest';
import type { Grade } from '#core/model/finding.ts';
import { createDetailTab, type TabContext } from '../../../../inspector-ui/state/detail/detail-tab.ts';
import { tabsOf } from '../../../../inspector-ui/views/detail/detail-rows.ts';
import { group, row } from '../../fakes.ts';

const findings = (...grades: Grade[]) => grades.map((grade) => ({ rule: 'framing/line-is-json', grade }));

const entry = (seq: number, ...grades: Grade[]): TabContext => {
  const own = row(seq, { findings: findings(...grades) });
  return { row: own, isFound: false, ...tabsOf(own, undefined, undefined) };
};

describe('the tab of an entry', () => {
  test('is Findings for an entry with errors', () => {
    expect(createDetailTab().of(entry(1, 'error'))).toBe('findings');
  });

  test('is JSON for an entry without findings, or only with notes', () => {
    const tab = createDetailTab();
    expect([tab.of(entry(1)), tab.of(entry(2, 'note'))]).toEqual(['json', 'json']);
  });

  test('is the chosen one, whatever the findings', () => {
    const tab = createDetailTab();
    tab.choose(entry(1, 'error').row, 'raw');
    expect(tab.of(entry(1, 'error'))).toBe('raw');
  });

  test('stays Raw for the next entry, but does not stay Findings', () => {
    const tab = createDetailTab();
    tab.choose(entry(1).row, 'raw');
    expect(tab.of(entry(2))).toBe('raw');
    tab.choose(entry(2, 'error').row, 'findings');
    expect(tab.of(entry(3))).toBe('json');
  });

  test('does not stay for an entry without this tab', () => {
    const tab = createDetailTab();
    tab.choose(row(1, { pair: 2 }), 'pair');
    expect(tab.of(entry(3))).toBe('json');
  });

  test('is JSON for a search hit, even with findings', () => {
    const tab = createDetailTab();
    expect([tab.of({ ...entry(1, 'error'), isFound: true }), tab.of(entry(1, 'error'))]).toEqual(['json', 'findings']);
  });

  test('is Difference after a request for one, even for a search hit', () => {
    const own = row(4);
    expect(createDetailTab().of({ row: own, isFound: true, ...tabsOf(own, undefined, 2) })).toBe('difference');
  });
});

describe('the row of a group', () => {
  const many = group(5, 'message', { entries: 12, first: 5, last: 30 });

  test('shows all frames for the group, and JSON for one of its frames', () => {
    const tab = createDetailTab();
    const ofHead = tab.of({ row: row(5), isFound: false, ...tabsOf(row(5), many, undefined) });
    const ofFrame = tab.of({ row: row(9), isFound: false, ...tabsOf(row(9), many, undefined) });
    expect([ofHead, ofFrame]).toEqual(['frames', 'json']);
  });

  test('shows the request for a group of a request and its response', () => {
    const own = row(5, { kind: 'request', pair: 6 });
    const context = tabsOf(own, group(5, 'exchange', { entries: 2 }), undefined);
    expect([createDetailTab().of({ row: own, isFound: false, ...context }), context.available]).toEqual([
      'json',
      ['frames', 'json', 'findings', 'raw', 'pair', 'timing', 'schema'],
    ]);
  });
});
