import { describe, expect, test } from 'vitest';
import type { EntryRow, Grade } from '#core/contract/api.ts';
import { createDetailTab } from '../../inspector-ui/state/detail-tab.ts';

const row = (seq: number, ...grades: Grade[]) =>
  ({ seq, findings: grades.map((grade) => ({ rule: 'framing/line-is-json', grade })) }) as unknown as EntryRow;

describe('the tab of an entry', () => {
  test('is the findings where there are some', () => {
    expect(createDetailTab().of(row(1, 'error'))).toBe('findings');
  });

  test('is the JSON where there are none, or only notes', () => {
    const tab = createDetailTab();
    expect([tab.of(row(1)), tab.of(row(2, 'note'))]).toEqual(['json', 'json']);
  });

  test('is what was chosen for it, whatever its findings', () => {
    const tab = createDetailTab();
    tab.choose(row(1, 'error'), 'raw');
    expect(tab.of(row(1, 'error'))).toBe('raw');
  });

  test('stays raw from one entry to the next, and findings do not stay', () => {
    const tab = createDetailTab();
    tab.choose(row(1), 'raw');
    expect(tab.of(row(2))).toBe('raw');
    tab.choose(row(2, 'error'), 'findings');
    expect(tab.of(row(3))).toBe('json');
  });
});
