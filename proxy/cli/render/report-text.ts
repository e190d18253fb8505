import type { EntryRow } from '#core/model/row.ts';
import { GRADES, type Grade } from '#core/model/finding.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { describeOpen } from '#core/share/never-answered.ts';
import { visible } from '#core/wire/visible.ts';
import type { Checked } from './report.ts';
import { labelledFinding, labelledRule } from './labelled-finding.ts';
import { isWithoutFrames, renderGrades } from './list.ts';
import { renderRow } from './show.ts';

/** The most findings of one rule printed in full; further ones are counted. */
const SHOWN = 5;

/**
 * Findings by grade and rule, worst first, each with its frame; then the counts of rules kept, broken, not exercised.
 * Before them come requests and lines of a live recording that are open at `now` (epoch ms): no rule sees them yet.
 */
export function renderReport(
  { file, summary, findings, known, occasions, rules, row }: Checked,
  now: number = Date.now(),
): string {
  const { id, name } = summary;
  const groups = GRADES.flatMap((grade) =>
    rules.flatMap((rule) => {
      const found = findings.filter((finding) => finding.rule === rule.id && finding.grade === grade);
      return found.length === 0 ? [] : [renderRule(rule, grade, found, row)];
    }),
  );
  const count = (grade: Grade) => findings.filter((finding) => finding.grade === grade).length;
  const grades = isWithoutFrames(summary)
    ? 'nothing to check'
    : findings.length === 0
      ? 'no findings'
      : renderGrades({ error: count('error'), warning: count('warning'), note: count('note') });
  const title = `${visible(file ?? (name ? `${name} (${id})` : id))}: ${grades}${known?.length ? `, and ${known.length} known` : ''}`;
  const countRules = (test: (kept: number, broken: number) => boolean) =>
    rules.filter(({ id: rule }) => test(occasions.get(rule)?.kept ?? 0, occasions.get(rule)?.broken ?? 0)).length;
  const kept = countRules((isKept, isBroken) => isKept > 0 && isBroken === 0);
  const all = countRules((_, isBroken) => isBroken > 0);
  const tally = `rules: ${kept} kept, ${all} broken, ${rules.length - kept - all} not exercised`;
  const open = describeOpen(summary, now);
  return (
    [title, ...open.map(visible), ...groups, tally, '']
      .map((part) => (part === '' ? '' : part.trimEnd()))
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function renderRule(
  rule: Rule,
  grade: Grade,
  findings: readonly Finding[],
  row: (seq: number) => EntryRow | undefined,
): string {
  const lines = findings.slice(0, SHOWN).flatMap((finding) => renderFinding(finding, row));
  const rest = findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : [];
  return [
    `${grade}  ${rule.id}  (${sides(findings)})`,
    ...lines,
    ...rest,
    ...labelledRule(rule).map(([label, text]) => `  ${label}${text}`),
  ].join('\n');
}

const sides = (findings: readonly Finding[]) =>
  [...new Set(findings.map(({ side }) => `fault of the ${side}`))].join(', ');

function renderFinding(finding: Finding, row: (seq: number) => EntryRow | undefined): string[] {
  const { seq, message, related = [] } = finding;
  const excerpt = (at: number) => {
    const found = row(at);
    return found ? `  | ${renderRow({ ...found, findings: [] }).trimEnd()}` : `  | #${at}`;
  };
  return [
    `  #${seq}: ${visible(message)}`,
    ...labelledFinding(finding).map(([label, text]) => `    ${label}${text}`),
    ...related.map(excerpt),
    excerpt(seq),
  ];
}
