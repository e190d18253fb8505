import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../inspector-ui/state/report.ts';
import { fakeBackend, fakeLater, finding, recording, ruleReport, settled } from './fakes.ts';

function looking(isShown: boolean) {
  const { backend, tell } = fakeBackend();
  const { later, runAll } = fakeLater();
  const live = recording('r', { state: 'live' });
  const summary = signal(live);
  const shown = signal(isShown);
  const asked: string[] = [];
  const report = createReport(
    summary,
    shown,
    {
      ...backend,
      findings: async () => {
        asked.push('findings');
        return [finding('framing/line-is-json', 3)];
      },
      report: async () => {
        asked.push('report');
        return { rules: [ruleReport('framing/line-is-json', 2, 1)] };
      },
    },
    later,
  );
  const pass = async () => {
    await settled();
    runAll();
    await settled();
  };
  return { report, summary, live, shown, asked, tell, pass };
}

describe('the report', () => {
  test('is not fetched until it is looked at, and then once', async () => {
    const { shown, asked, pass } = looking(false);
    expect(asked).toEqual([]);
    shown.value = true;
    await pass();
    shown.value = false;
    shown.value = true;
    await pass();
    expect(asked).toEqual(['findings', 'report']);
  });

  test('is fetched again when findings come, and not for other entries', async () => {
    const { summary, live, asked, pass } = looking(true);
    await pass();
    summary.value = { ...live, total: 500 };
    await pass();
    expect(asked).toHaveLength(2);
    summary.value = { ...live, findings: { error: 1, warning: 0, note: 0 } };
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('is fetched again when the recording ends: some rules wait for that', async () => {
    const { summary, live, asked, pass } = looking(true);
    await pass();
    summary.value = { ...live, state: 'ended' };
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('is fetched again after a break of the connection', async () => {
    const { asked, tell, pass } = looking(true);
    await pass();
    tell({ kind: 'connected' });
    await pass();
    expect(asked).toHaveLength(4);
  });

  test('catches up on what came while nobody looked', async () => {
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

  test('says at how many entries the rules were counted', async () => {
    const { report, pass } = looking(true);
    await pass();
    expect(report.rules.value).toMatchObject({ kind: 'ready', value: { entries: 12 } });
  });
});
