import type { EntryRow, RecordingSummary } from '#core/contract/api.ts';
import type { Trouble } from '#core/rules/judge.ts';
import { endOf, judgeRecording, type Judgement } from '#core/rules/judge-recording.ts';
import type { Finding, Rule } from '#core/rules/rule.ts';
import { readQuery } from '../filtered.ts';
import { print, warn } from '../output.ts';
import { findRecording } from '../recordings.ts';
import { readBaseline, sayGone } from '../baseline.ts';
import { reportFormats, type ReportFormat } from '../render/reports.ts';
import { selectRules, type Selection } from '../select-rules.ts';

export interface CheckOptions extends Selection {
  readonly format: ReportFormat;
  readonly failOn: 'error' | 'warning' | 'never';
  readonly baseline?: string;
  /** Only findings about entries that match. */
  readonly filter?: string;
}

/** What was found in one recording, as reports are told it. */
export interface Checked extends Omit<Judgement, 'troubles'> {
  readonly ref: string;
  readonly summary: RecordingSummary;
  /** Findings that the baseline has, and that are not among `findings`; missing without a baseline. */
  readonly known?: readonly Finding[];
  readonly rules: readonly Rule[];
  /** The row of an entry, for excerpts. */
  row(seq: number): EntryRow | undefined;
}

/** `check REF…`: 0 when nothing from the grade `failOn` on was found, else 1. Judges anew, with the rules of this release. */
export async function check(
  refs: readonly string[],
  { format, failOn, baseline: path, filter, ...selection }: CheckOptions,
): Promise<0 | 1> {
  const rules = selectRules(selection);
  const baseline = path === undefined ? undefined : readBaseline(path);
  const matching = filter === undefined ? undefined : (await readQuery(filter)).matching;
  const report = reportFormats[format]();
  const judged = new Set<string>();
  let failed = false;
  for (const ref of refs) {
    const { store, no, summary } = await findRecording(ref);
    judged.add(summary.id);
    try {
      const judgement = judgeRecording(store.read.entries(no), rules, endOf(summary));
      for (const trouble of judgement.troubles) warn(tellTrouble(ref, trouble));
      const wanted = matching?.({ store, no });
      const { known, unknown } = Object.groupBy(judgement.findings, (finding) =>
        baseline?.knows(summary, finding) ? 'known' : 'unknown',
      );
      const told = (found: readonly Finding[] = []) => (wanted ? found.filter(({ seq }) => wanted.has(seq)) : found);
      const findings = told(unknown);
      failed ||= findings.some(({ grade }) => grade === failOn || (failOn === 'warning' && grade === 'error'));
      const row = (seq: number) => store.read.rows(no, seq, 1)[0];
      const { occasions } = judgement;
      await print(
        report.add({ ref, summary, rules, row, findings, occasions, ...(baseline ? { known: told(known) } : {}) }),
      );
    } finally {
      store.close();
    }
  }
  const gone = baseline?.unused(judged, rules) ?? []; // it must leave the baseline, which would hide its return
  await print(report.end(gone));
  for (const known of gone) warn(sayGone(known));
  return failed || gone.length > 0 ? 1 : 0;
}

/** What else would have been found there is not known, and that is our fault. */
const tellTrouble = (ref: string, { seq, rule, message }: Trouble): string =>
  `entry ${seq} of ${ref} could not be ${rule === null ? 'read' : `judged by ${rule}`}: ${message}. That is a bug in acptap, please report it`;
