import type { Trouble } from '#core/rules/engine/judge.ts';
import { fromGrade, type Finding, type Grade, type Rule } from '#core/rules/engine/rule.ts';
import { LOST } from '#core/trace/describe-event.ts';
import { readBaseline, sayGone, sayRenamed } from '../baseline.ts';
import { readQuery, sayUnmatched } from '../filtered.ts';
import { print, warn } from '../output.ts';
import type { Judged } from '../recording.ts';
import { isFile, openRecording } from '../recordings.ts';
import { isWithoutFrames } from '../render/list.ts';
import { reportFormats, type ReportFormat } from '../render/reports.ts';
import { selectRules, type Selection } from '../select-rules.ts';

export interface CheckOptions extends Selection {
  readonly format: ReportFormat;
  readonly failOn: Grade | 'never';
  readonly baseline?: string;
  /** Only findings about entries that match. */
  readonly filter?: string;
}

/** The findings of one recording, for reports. */
export interface Checked extends Omit<Judged, 'troubles'> {
  readonly ref: string;
  /** The path as given; missing for a stored recording. */
  readonly file?: string;
  /** Findings in the baseline, left out of `findings`; missing without a baseline. */
  readonly known?: readonly Finding[];
  readonly rules: readonly Rule[];
}

/**
 * `check REF…`: exit code 1 for a finding of grade `failOn` or worse, or when a recording or its filter leaves nothing
 * to check; else 0. Judges anew, with the rules of this release.
 */
export async function check(
  refs: readonly string[],
  { format, failOn, baseline: path, filter, ...selection }: CheckOptions,
): Promise<0 | 1> {
  const rules = selectRules(selection);
  const baseline = path === undefined ? undefined : readBaseline(path, refs.filter(isFile));
  const query = filter === undefined ? undefined : await readQuery(filter);
  const failing = new Set<Grade>(failOn === 'never' ? [] : fromGrade(failOn));
  const report = reportFormats[format](failing);
  let failed = false;
  for (const ref of refs) {
    const recording = await openRecording(ref);
    try {
      const wanted = query && recording.matching(query);
      const { troubles, summary, findings: all, ...judged } = recording.judge(rules);
      for (const trouble of troubles) warn(tellTrouble(ref, trouble));
      const last = judged.row(summary.total - 1);
      if (last?.kind === 'event' && last.summary.startsWith(LOST)) warn(`${ref} is not whole: ${last.summary}`);
      const file = isFile(ref) ? ref : undefined;
      const accepted = baseline?.of(summary.id, file);
      const { known, unknown } = Object.groupBy(all, (finding) => (accepted?.knows(finding) ? 'known' : 'unknown'));
      const others = accepted?.others() ?? [];
      if (others.length > 0) warn(sayRenamed(ref, others));
      const told = (found: readonly Finding[] = []) => (wanted ? found.filter(({ seq }) => wanted.has(seq)) : found);
      const findings = told(unknown);
      failed ||= findings.some(({ grade }) => failing.has(grade));
      const why = isWithoutFrames(summary)
        ? `${ref} has no frames`
        : filter !== undefined && wanted?.size === 0 && `no entry of ${ref} matches ${filter}${sayUnmatched(filter)}`;
      if (why) {
        warn(`nothing was checked: ${why}`);
        failed ||= failOn !== 'never';
      }
      await print(
        report.add({
          ref,
          ...(file === undefined ? {} : { file }),
          summary,
          rules,
          findings,
          ...judged,
          ...(baseline ? { known: told(known) } : {}),
        }),
      );
    } finally {
      recording.close();
    }
  }
  const gone = baseline?.unused(rules) ?? []; // remove these from the baseline, which would hide their return
  await print(report.end(gone));
  for (const known of gone) warn(sayGone(known));
  return failed || gone.length > 0 ? 1 : 0;
}

/** Reports a rule that failed by a bug of ours: its other findings are unknown. */
const tellTrouble = (ref: string, { seq, rule, message }: Trouble): string =>
  `#${seq} of ${ref} could not be ${rule === null ? 'read' : `judged by ${rule}`}: ${message}. That is a bug in acptap, please report it`;
