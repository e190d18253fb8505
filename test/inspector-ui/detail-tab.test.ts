import { describe, expect, test } from 'vitest';
import type { Grade } from '#core/contract/api.ts';
import { createDetailTab, type TabContext } from '../../inspector-ui/state/detail-tab.ts';
import { tabsOf } from '../../inspector-ui/views/detail/detail-rows.ts';
import { group, row } from './fakes.ts';

const findings = (...grades: Grade[]) => grades.map((grade) => ({ rule: 'framing/line-is-json', grade }));

const entry = (seq: number, ...grades: Grade[]): TabContext => {
  const own = row(seq, { findings: findings(...grades) });
  return { row: own, isFound: false, ...tabsOf(own, undefined, undefined) };
};

describe('the tab of an entry', () => {
  test('is the findings where there are some', () => {
    expect(createDetailTab().of(entry(1, 'error'))).toBe('findings');
  });

  test('is the JSON where there are none, or only notes', () => {
    const tab = createDetailTab();
    expect([tab.of(entry(1)), tab.of(entry(2, 'note'))]).toEqual(['json', 'json']);
  });

  test('is what was chosen for it, whatever its findings', () => {
    const tab = createDetailTab();
    tab.choose(entry(1, 'error').row, 'raw');
    expect(tab.of(entry(1, 'error'))).toBe('raw');
  });

  test('stays raw from one entry to the next, and findings do not stay', () => {
    const tab = createDetailTab();
    tab.choose(entry(1).row, 'raw');
    expect(tab.of(entry(2))).toBe('raw');
    tab.choose(entry(2, 'error').row, 'findings');
    expect(tab.of(entry(3))).toBe('json');
  });

  test('does not stay where an entry does not have it', () => {
    const tab = createDetailTab();
    tab.choose(row(1, { pair: 2 }), 'pair');
    expect(tab.of(entry(3))).toBe('json');
  });

  test('is the JSON where a search has led, even past findings', () => {
    const tab = createDetailTab();
    expect([tab.of({ ...entry(1, 'error'), isFound: true }), tab.of(entry(1, 'error'))]).toEqual(['json', 'findings']);
  });

  test('is the difference when one was asked for, wherever a search has led', () => {
    const own = row(4);
    expect(createDetailTab().of({ row: own, isFound: true, ...tabsOf(own, undefined, 2) })).toBe('difference');
  });
});

describe('the row of a group', () => {
  const many = group(5, 'message', { entries: 12, first: 5, last: 30 });

  test('is told by all of its frames, one of its frames by itself', () => {
    const tab = createDetailTab();
    const ofHead = tab.of({ row: row(5), isFound: false, ...tabsOf(row(5), many, undefined) });
    const ofFrame = tab.of({ row: row(9), isFound: false, ...tabsOf(row(9), many, undefined) });
    expect([ofHead, ofFrame]).toEqual(['frames', 'json']);
  });

  test('that is a question and its answer is told by the question', () => {
    const own = row(5, { kind: 'request', pair: 6 });
    const context = tabsOf(own, group(5, 'exchange', { entries: 2 }), undefined);
    expect([createDetailTab().of({ row: own, isFound: false, ...context }), context.available]).toEqual([
      'json',
      ['frames', 'json', 'findings', 'raw', 'pair', 'timing', 'schema'],
    ]);
  });
});
