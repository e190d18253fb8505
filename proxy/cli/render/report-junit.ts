import { xmlAttribute, xmlContent } from '#core/text/xml.ts';
import type { Grade } from '#core/model/finding.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { goneFindingLine } from '../check/baseline.ts';
import type { Checked, Report } from './report.ts';

/**
 * JUnit XML: a recording is a suite, a rule a case. A finding of a grade in `failing` fails its case; unexercised rules
 * and rules with only known findings are skipped. Known findings that are gone fail in their own suite.
 */
export function createJunitReport(failing: ReadonlySet<Grade>): Report {
  const suites: string[] = [];
  return {
    add(checked) {
      suites.push(suite(checked, failing));
      return '';
    },
    end: (gone) =>
      escapeUnseen(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}${suiteOfGone(gone)}</testsuites>\n`,
      ),
  };
}

function suite(
  { file, summary, rules, findings, known = [], occasions, row }: Checked,
  failing: ReadonlySet<Grade>,
): string {
  const failed = findings.filter(({ grade }) => failing.has(grade));
  const failures = new Set(failed.map(({ rule }) => rule));
  const reasonToSkip = (rule: string): string | undefined => {
    const count = known.filter((finding) => finding.rule === rule).length;
    if (findings.some((finding) => finding.rule === rule)) return undefined;
    if (count > 0) return `${count} known`;
    return (occasions.get(rule)?.kept ?? 0) === 0 ? 'not exercised' : undefined;
  };
  const skipped = rules.filter(({ id }) => reasonToSkip(id) !== undefined).length;
  const name = xmlAttribute(file ?? summary.name ?? summary.id);
  const cases = rules.map(({ id }) => {
    const own = findings.filter(({ rule }) => rule === id);
    const text = own.map((finding) => details(finding, row(finding.seq)?.method)).join('\n');
    const first = failed.find(({ rule }) => rule === id);
    const reason = reasonToSkip(id);
    const outcome = first
      ? `<failure message="${xmlAttribute(first.message)}">${xmlContent(text)}</failure>`
      : reason !== undefined
        ? `<skipped message="${reason}"/>`
        : text === ''
          ? ''
          : `<system-out>${xmlContent(text)}</system-out>`;
    return `    <testcase classname="${xmlAttribute(id.split('/')[0] ?? '')}" name="${xmlAttribute(id)}">${outcome}</testcase>\n`;
  });
  return `  <testsuite name="${name}" tests="${rules.length}" failures="${failures.size}" skipped="${skipped}">\n${cases.join('')}  </testsuite>\n`;
}

/** A finding with the entry, its method, and the place in the frame. */
const details = (
  { seq, grade, side, message, pointer, seen, expected }: Finding,
  method: string | null = null,
): string =>
  [
    `#${seq}${method === null ? '' : ` ${method}`}: ${grade}, fault of the ${side}: ${message}`,
    ...(pointer === undefined ? [] : [`  where: ${pointer === '' ? 'the whole frame' : pointer}`]),
    ...(seen === undefined ? [] : [`  seen: ${seen}`]),
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
  ].join('\n');

function suiteOfGone(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  const cases = gone.map(
    (known) =>
      `    <testcase classname="baseline" name="${xmlAttribute(known)}"><failure message="${xmlAttribute(goneFindingLine(known))}"/></testcase>\n`,
  );
  return `  <testsuite name="baseline" tests="${gone.length}" failures="${gone.length}" skipped="0">\n${cases.join('')}  </testsuite>\n`;
}
