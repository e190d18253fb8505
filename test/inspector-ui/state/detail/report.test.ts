import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../../../inspector-ui/state/detail/rule-report.ts';
import { fakeBackend, fakeTimer, finding, recording, ruleReport, settled } from '../../fakes.ts';

function looking(isShown: boolean, filter = '') {
  const { backend, emit } = fakeBackend();
  const { startTimer, runAll } = fakeTimer();
  const live = recording('r', { state: 'live' });
  const summary = signal(live);
  const shown = signal(isShown);
  const q = signal(filter);
  const asked: string[] = [];
  const report = createReport({
    summary,
    isShown: shown,
    q,
    backend: {
      ...backend,
      findings: async (_, wanted) => {
        asked.push(`findings ${wanted}`.trim());
        return wanted === 'none' ? [] : [finding('framing/line-is-json', 3)];
      },
      report: async () => {
        asked.push('report');
        return { rules: [ruleReport('framing/line-is-json', 2, 1)] };
      },
    },
    startTimer,
  });
  const pass = async () => {
    await settled();
    runAll();
    await settled();
  };
  return { report, q, summary, live, shown, asked, emit, pass };
}

describe('the report', () => {
  test('is fetched once, when it is first shown', async () => {
    const { shown, asked, pass } = looking(false);
    expect(asked).toEqual([]);
    shown.value = true;
    await pass();
    shown.value = false;
    shown.value = true;
    await pass();
    expect(asked).toEqual(['findings', 'report']);
  });

  test('is fetched again for new findings, not for other entries', async () => {
    const { summary, live, asked, pass } = looking(true);
    await pass();
    summary.value = { ...live, total: 500 };
    await pass();
    expect(asked).toHaveLength(2);
    summary.value = { ...live, findings: { error: 1, warning: 0, note: 0 } };
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('is fetched again when the recording ends, because some rules report then', async () => {
    const { summary, live, asked, pass } = looking(true);
    await pass();
    summary.value = { ...live, state: 'ended' };
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('is fetched again after a reconnect', async () => {
    const { asked, emit, pass } = looking(true);
    await pass();
    emit({ kind: 'connected' });
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('is fetched again when it is shown after new findings', async () => {
    const { summary, live, shown, asked, pass } = looking(true);
    await pass();
    shown.value = false;
    summary.value = { ...live, findings: { error: 1, warning: 0, note: 0 } };
    await pass();
    expect(asked).toHaveLength(2);
    shown.value = true;
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('shows at how many entries the rules were counted', async () => {
    const { report, pass } = looking(true);
    await pass();
    expect(report.rules.value).toMatchObject({ kind: 'ready', value: { entries: 12 } });
  });

  test('has the findings of filtered entries, and reports while it still shows those of the previous filter', async () => {
    const { report, q, asked, pass } = looking(true);
    await pass();
    q.value = 'none';
    expect([report.isFiltering.value, report.findings.value]).toMatchObject([true, { value: [{ seq: 3 }] }]);
    await pass();
    expect([report.isFiltering.value, report.findings.value]).toMatchObject([false, { value: [] }]);
    expect(asked).toEqual(['findings', 'report', 'findings none']);
  });

  test('is fetched again for every new entry with a filter, because older entries may match now', async () => {
    const { asked, emit, pass } = looking(true, 'status:ok');
    await pass();
    emit({ kind: 'changed', recording: 'another', total: 13, revision: 2 });
    await pass();
    expect(asked).toHaveLength(2);
    emit({ kind: 'changed', recording: 'r', total: 13, revision: 2 });
    await pass();
    expect(asked).toEqual(['findings status:ok', 'report', 'findings status:ok']);
  });

  test('applies a filter that was set while it was hidden', async () => {
    const { q, shown, asked, pass } = looking(true);
    await pass();
    shown.value = false;
    q.value = 'none';
    await pass();
    expect(asked).toHaveLength(2);
    shown.value = true;
    await pass();
    expect(asked.at(-1)).toBe('findings none');
  });
});
