import { RANKS } from '#core/model/finding.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { Connection } from '../connection/open.ts';
import { entryKey } from '../connection/entry-key.ts';

/** Writes findings, and counts each for the group of its entry, which must exist. */
export function createFindingWriter(connection: Connection) {
  const insert = connection.prepare(`
    INSERT INTO finding (recording, seq, rule, grade, side, message, expected, seen, pointer, related)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const count = connection.prepare(`
    UPDATE grp
    SET findings = findings + 1, worst = max(worst, @worst), worst_rule = CASE WHEN @worst > worst THEN @rule ELSE worst_rule END
    WHERE place = @base + (SELECT grp FROM message WHERE place = @base + @seq)`);

  return (no: number, finding: Finding): void => {
    const { rule, grade, side, seq, message, expected = null, seen = null, pointer = null, related = [] } = finding;
    insert.run(no, seq, rule, grade, side, message, expected, seen, pointer, JSON.stringify(related));
    count.run({ base: entryKey(no, 0), seq, worst: RANKS.indexOf(grade), rule });
  };
}

/** Counts by the column names of the table `digest`. */
export function countGrades(findings: readonly Finding[]) {
  const countOf = (grade: Finding['grade']) => findings.filter((finding) => finding.grade === grade).length;
  return { errors: countOf('error'), warnings: countOf('warning'), notes: countOf('note') };
}
