import { xmlAttribute, xmlContent } from '#core/text/xml.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { sayGone } from '../baseline.ts';
import type { Checked } from '../commands/check.ts';
import type { Report } from './reports.ts';

/**
 * JUnit XML: a recording is a suite, a rule a case. Errors fail a case; unexercised rules and rules with only known
 * findings are skipped. Known findings that are gone fail in their own suite.
 */
export function createJunitReport(): Report {
  const suites: string[] = [];
  return {
    add(checked) {
      suites.push(suite(checked));
      return '';
    },
    end: (gone) =>
      escapeUnseen(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}${suiteOfGone(gone)}</testsuites>\n`,
      ),
  };
}

function suite({ summary, rules, findings, known = [], occasions }: Checked): string {
  const failing = new Set(findings.filter(({ grade }) => grade === 'error').map(({ rule }) => rule));
  const reasonToSkip = (rule: string): string | undefined => {
    const count = known.filter((finding) => finding.rule === rule).length;
    if (findings.some((finding) => finding.rule === rule)) return undefined;
    if (count > 0) return `${count} known`;
    return (occasions.get(rule)?.kept ?? 0) === 0 ? 'not exercised' : undefined;
  };
  const skipped = rules.filter(({ id }) => reasonToSkip(id) !== undefined).length;
  const name = xmlAttribute(summary.name ?? summary.id);
  const cases = rules.map(({ id }) => {
    const own = findings.filter(({ rule }) => rule === id);
    const text = own
      .map(
        ({ seq, grade, side, message, seen }) =>
          `#${seq} ${grade}, fault of the ${side}: ${message}${seen === undefined ? '' : `; seen: ${seen}`}`,
      )
      .join('\n');
    const reason = reasonToSkip(id);
    const outcome = failing.has(id)
      ? `<failure message="${xmlAttribute(own[0]?.message ?? '')}">${xmlContent(text)}</failure>`
      : reason !== undefined
        ? `<skipped message="${reason}"/>`
        : text === ''
          ? ''
          : `<system-out>${xmlContent(text)}</system-out>`;
    return `    <testcase classname="${xmlAttribute(id.split('/')[0] ?? '')}" name="${xmlAttribute(id)}">${outcome}</testcase>\n`;
  });
  return `  <testsuite name="${name}" tests="${rules.length}" failures="${failing.size}" skipped="${skipped}">\n${cases.join('')}  </testsuite>\n`;
}

function suiteOfGone(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  const cases = gone.map(
    (known) =>
      `    <testcase classname="baseline" name="${xmlAttribute(known)}"><failure message="${xmlAttribute(sayGone(known))}"/></testcase>\n`,
  );
  return `  <testsuite name="baseline" tests="${gone.length}" failures="${gone.length}" skipped="0">\n${cases.join('')}  </testsuite>\n`;
}
