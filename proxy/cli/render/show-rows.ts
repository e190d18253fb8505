import { GRADES, type FindingDetail, type Grade } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import { renderFindingBlock, type Surroundings } from './finding-block.ts';
import type { FindingsShown } from './findings-shown.ts';
import { renderRow } from './show.ts';

const WRITTEN_OUT: Readonly<Record<FindingsShown, readonly Grade[]>> = {
  auto: ['error', 'warning'],
  full: GRADES,
  tags: [],
  none: [],
};

/**
 * Creates a printer of rows in order. Prints a rule's requirement only at its first finding, because agents repeat
 * their mistakes. Names the session of rows that are not about the first one. Calls `findingsAt` only for rows with findings in
 * full. `explained`: rules with a printed requirement.
 */
export function createRowPrinter(
  how: FindingsShown,
  { findingsAt, ...around }: Surroundings & { findingsAt(seq: number): readonly FindingDetail[] },
  explained = new Set<string>(),
) {
  const isWrittenOut = ({ grade }: { readonly grade: Grade }) => WRITTEN_OUT[how].includes(grade);

  function block(finding: FindingDetail): string {
    const isExplained = explained.has(finding.rule);
    explained.add(finding.rule);
    return renderFindingBlock(finding, isExplained, around);
  }

  let firstSession: string | null = null;

  return (row: EntryRow): string => {
    const tags = how === 'none' ? [] : row.findings.filter((finding) => !isWrittenOut(finding));
    firstSession ??= row.session;
    const other = row.session === firstSession ? null : row.session;
    const line = renderRow({ ...row, findings: tags }, around.paint, other);
    if (tags.length === row.findings.length || how === 'none') return line;
    return line + findingsAt(row.seq).filter(isWrittenOut).map(block).join('');
  };
}

/** The headline of findings about rows that were printed before. */
export const LATE_FINDINGS_HEADLINE = '\nFindings about entries above that only later entries have shown:\n\n';
