import type { EntryRow, FindingDetail, Grade } from '#core/contract/api.ts';
import { renderFindingBlock, type Surroundings } from './finding-block.ts';
import type { FindingsShown } from './findings-shown.ts';
import { renderRow } from './show.ts';

const WRITTEN_OUT: Readonly<Record<FindingsShown, readonly Grade[]>> = {
  auto: ['error', 'warning'],
  full: ['error', 'warning', 'note'],
  tags: [],
  none: [],
};

/**
 * Makes a printer of rows, to be given them in order. What a rule requires is written at its first finding only: an agent repeats its
 * mistakes with every chunk. `findingsAt` is asked only for rows with something to write out. `explained`: the rules of which that was
 * written already.
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

  return (row: EntryRow): string => {
    const tags = how === 'none' ? [] : row.findings.filter((finding) => !isWrittenOut(finding));
    const line = renderRow({ ...row, findings: tags }, around.paint);
    if (tags.length === row.findings.length || how === 'none') return line;
    return line + findingsAt(row.seq).filter(isWrittenOut).map(block).join('');
  };
}

/** Above rows that were printed before these findings about them were certain. */
export const LATE = '\nFindings about entries above that only later entries have shown:\n\n';
