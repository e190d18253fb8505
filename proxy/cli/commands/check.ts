import type { Trouble } from '#core/rules/engine/judge.ts';
import { fromGrade, type Grade } from '#core/model/finding.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { LOST } from '#core/trace/describe-event.ts';
import { readBaseline, goneFindingLine, renamedFileWarning, type Baseline } from '../check/baseline.ts';
import { readQuery, explainUnmatched, type Query } from '../recordings/read-query.ts';
import { print, warn } from '../output/output.ts';
import type { Recording } from '../recordings/recording.ts';
import { isFile, openRecording } from '../recordings/find-recording.ts';
import { isWithoutFrames } from '../render/list.ts';
import type { Checked } from '../render/report.ts';
import { reportFormats, type ReportFormat } from '../render/reports.ts';
import { selectRules, type Selection } from '../check/select-rules.ts';

export interface CheckOptions extends Selection {
  readonly format: ReportFormat;
  readonly failOn: Grade | 'never';
  readonly baseline?: string;
  /** Only findings about entries that match. */
  readonly filter?: string;
}

/**
 * `check REF…`: exit code 1 for a finding of grade `failOn` or worse, for a finding of the baseline that is gone, or if
 * a recording or its filter leaves nothing to check; else 0. Judges anew, with the rules of this release.
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
  let isFailed = false;

  for (const ref of refs) {
    const recording = await openRecording(ref);
    try {
      const { checked, nothing, warnings } = checkOne(ref, recording, { rules, baseline, query, filter });
      for (const warning of warnings) warn(warning);
      if (nothing !== undefined) warn(`nothing was checked: ${nothing}`);
      isFailed ||= checked.findings.some(({ grade }) => failing.has(grade));
      isFailed ||= nothing !== undefined && failing.size > 0;
      await print(report.add(checked));
    } finally {
      recording.close();
    }
  }
  const gone = baseline?.unused(rules) ?? []; // to be removed from the baseline, which would hide their return
  await print(report.end(gone));
  for (const known of gone) warn(goneFindingLine(known));
  return isFailed || gone.length > 0 ? 1 : 0;
}

/** The options for each recording. */
interface Question {
  readonly rules: readonly Rule[];
  readonly baseline: Baseline | undefined;
  readonly query: Query | undefined;
  /** The words of the query. */
  readonly filter: string | undefined;
}

interface CheckedOne {
  readonly checked: Checked;
  /** Why nothing was checked. */
  readonly nothing: string | undefined;
  readonly warnings: readonly string[];
}

function checkOne(ref: string, recording: Recording, { rules, baseline, query, filter }: Question): CheckedOne {
  const wanted = query && recording.matching(query);
  const { troubles, findings, ...judged } = recording.judge(rules);
  const { summary, row } = judged;
  const file = isFile(ref) ? ref : undefined;
  const accepted = baseline?.of(summary.id, file);
  const { known = [], unknown = [] } = Object.groupBy(findings, (each) =>
    accepted?.knows(each) ? 'known' : 'unknown',
  );
  const isWanted = ({ seq }: Finding) => wanted?.has(seq) ?? true;
  const renamed = accepted?.others() ?? [];
  const last = row(summary.total - 1);
  return {
    checked: {
      ...judged,
      ref,
      ...(file === undefined ? {} : { file }),
      rules,
      findings: unknown.filter(isWanted),
      ...(baseline ? { known: known.filter(isWanted) } : {}),
    },
    nothing: isWithoutFrames(summary)
      ? `${ref} has no frames`
      : filter !== undefined && wanted?.size === 0
        ? `no entry of ${ref} matches ${filter}${explainUnmatched(filter)}`
        : undefined,
    warnings: [
      ...troubles.map((trouble) => sayTrouble(ref, trouble)),
      ...(last?.kind === 'event' && last.summary.startsWith(LOST) ? [`${ref} is not whole: ${last.summary}`] : []),
      ...(renamed.length > 0 ? [renamedFileWarning(ref, renamed)] : []),
    ],
  };
}

/** Reports a rule that failed by a bug of ours: its other findings are unknown. */
const sayTrouble = (ref: string, { seq, rule, message }: Trouble): string =>
  `#${seq} of ${ref} could not be ${rule === null ? 'read' : `judged by ${rule}`}: ${message}. That is a bug in acptap, please report it`;
