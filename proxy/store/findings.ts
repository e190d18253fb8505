import type { Finding } from '#core/rules/rule.ts';

export const INSERT_FINDING = `
  INSERT INTO finding (recording, seq, rule, grade, side, message, expected, seen, pointer, related)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The parameters of `INSERT_FINDING`. */
export function findingColumns(no: number, finding: Finding): readonly unknown[] {
  const { rule, grade, side, seq, message, expected = null, seen = null, pointer = null, related = [] } = finding;
  return [no, seq, rule, grade, side, message, expected, seen, pointer, JSON.stringify(related)];
}

/** As the table `digest` names them. */
export function countGrades(findings: readonly Finding[]) {
  const of = (grade: Finding['grade']) => findings.filter((finding) => finding.grade === grade).length;
  return { errors: of('error'), warnings: of('warning'), notes: of('note') };
}
