import type { EntryRow, RecordingSummary } from '#core/contract/api.ts';
import { endOf, judgeRecording, type Judgement } from '#core/rules/judge-recording.ts';
import type { Rule } from '#core/rules/rule.ts';
import { print, warn } from '../output.ts';
import { findRecording } from '../recordings.ts';
import { readBaseline } from '../baseline.ts';
import { reportFormats, type ReportFormat } from '../render/reports.ts';
import { selectRules, type Selection } from '../select-rules.ts';

export interface CheckOptions extends Selection {
  readonly format: ReportFormat;
  readonly failOn: 'error' | 'warning' | 'never';
  readonly baseline?: string;
}

/** What was found in one recording, as reports are told it. */
export interface Checked extends Judgement {
  readonly ref: string;
  readonly summary: RecordingSummary;
  readonly rules: readonly Rule[];
  /** The row of an entry, for excerpts. */
  row(seq: number): EntryRow | undefined;
}

/** `check REF…`: 0 when nothing from the grade `failOn` on was found, else 1. Judges anew, with the rules of this release. */
export async function check(
  refs: readonly string[],
  { format, failOn, baseline: path, ...selection }: CheckOptions,
): Promise<0 | 1> {
  const rules = selectRules(selection);
  const baseline = path === undefined ? undefined : readBaseline(path);
  const report = reportFormats[format]();
  const judged = new Set<string>();
  let failed = false;
  for (const ref of refs) {
    const { store, no, summary } = await findRecording(ref);
    judged.add(summary.id);
    try {
      const judgement = judgeRecording(store.read.entries(no), rules, endOf(summary));
      const findings = baseline
        ? judgement.findings.filter((finding) => !baseline.knows(summary, finding))
        : judgement.findings;
      failed ||= findings.some(({ grade }) => grade === failOn || (failOn === 'warning' && grade === 'error'));
      const row = (seq: number) => store.read.rows(no, seq, 1)[0];
      await print(report.add({ ref, summary, rules, row, findings, occasions: judgement.occasions }));
    } finally {
      store.close();
    }
  }
  await print(report.end());
  return failed || isStale(baseline?.unused(judged, rules) ?? []) ? 1 : 0;
}

/** Known findings that are gone must leave the baseline, or it would hide their return. */
function isStale(gone: readonly string[]): boolean {
  for (const known of gone) warn(`the baseline has a finding that is gone, remove it: ${known}`);
  return gone.length > 0;
}
