import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import type { Checked, Report } from './report.ts';
import { toJsonText } from './json.ts';

/**
 * `{recording, file, protocolVersion, findings, rules: {kept, broken, notExercised}}`; `file` only for a file. With a
 * baseline also the number of `known` findings. One recording is this object on one line; several are an array with one
 * object a line.
 */
export function createJsonReport(): Report {
  const reports: string[] = [];
  return {
    add(checked) {
      reports.push(toJsonText(toReport(checked)));
      return '';
    },
    end: () => (reports.length === 1 ? `${reports[0]}\n` : `[${reports.join(',\n')}]\n`),
  };
}

/** The report of one recording. */
export function toReport({ summary, file, findings, known, occasions, rules }: Checked) {
  const where = (test: (kept: number, broken: number) => boolean) =>
    [...occasions].filter(([, { kept, broken }]) => test(kept, broken)).map(([rule]) => rule);
  return {
    recording: summary.id,
    ...(file === undefined ? {} : { file }),
    protocolVersion: summary.protocolVersion,
    findings: findings.map((finding) => toReported(finding, rules)),
    ...(known ? { known: known.length } : {}),
    rules: {
      kept: where((kept, broken) => kept > 0 && broken === 0),
      broken: where((_, broken) => broken > 0),
      notExercised: where((kept, broken) => kept === 0 && broken === 0),
    },
  };
}

function toReported({ rule, grade, side, seq, message, ...more }: Finding, rules: readonly Rule[]) {
  return {
    rule,
    grade,
    side,
    seq,
    related: more.related ?? [],
    pointer: more.pointer ?? null,
    message,
    expected: more.expected ?? null,
    seen: more.seen ?? null,
    source: rules.find(({ id }) => id === rule)?.source ?? null,
  };
}
