import type { Checked } from '../commands/check.ts';
import type { Report } from './reports.ts';

/** JUnit XML: a recording is a suite, a rule a case; errors fail it, rules that were not exercised are skipped. */
export function createJunitReport(): Report {
  const suites: string[] = [];
  return {
    add(checked) {
      suites.push(suite(checked));
      return '';
    },
    end: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`,
  };
}

function suite({ summary, rules, findings, occasions }: Checked): string {
  const failing = new Set(findings.filter(({ grade }) => grade === 'error').map(({ rule }) => rule));
  const isSkipped = (rule: string) =>
    !findings.some((finding) => finding.rule === rule) && (occasions.get(rule)?.kept ?? 0) === 0;
  const skipped = rules.filter(({ id }) => isSkipped(id)).length;
  const name = attribute(summary.name ?? summary.id);
  const cases = rules.map(({ id }) => {
    const own = findings.filter(({ rule }) => rule === id);
    const text = own
      .map(
        ({ seq, grade, side, message, seen }) =>
          `#${seq} ${grade}, fault of the ${side}: ${message}${seen === undefined ? '' : `; seen: ${seen}`}`,
      )
      .join('\n');
    const outcome = failing.has(id)
      ? `<failure message="${attribute(own[0]?.message ?? '')}">${content(text)}</failure>`
      : isSkipped(id)
        ? '<skipped message="not exercised"/>'
        : text === ''
          ? ''
          : `<system-out>${content(text)}</system-out>`;
    return `    <testcase classname="${attribute(id.split('/')[0] ?? '')}" name="${attribute(id)}">${outcome}</testcase>\n`;
  });
  return `  <testsuite name="${name}" tests="${rules.length}" failures="${failing.size}" skipped="${skipped}">\n${cases.join('')}  </testsuite>\n`;
}

// XML 1.0 has no way to write most control characters, nor half a surrogate pair.
// oxlint-disable-next-line no-control-regex -- they are what this is about
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** White space that readers of XML would change is written as a reference. */
const content = (text: string) =>
  text
    .replace(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
const attribute = (text: string) =>
  content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
