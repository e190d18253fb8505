import { GRADES, worstGrade, type FindingDetail, type Grade } from '#core/model/finding.ts';
import { SIDES } from '#core/wire/entry.ts';

/** A choice of findings: by the side that caused them, or by grade. */
export type Facet = FindingDetail['side'] | Grade;

/** The common property of a group of findings; by time, all findings are one group. */
export const FINDING_ORDERS = ['rule', 'side', 'time'] as const;

export type FindingOrder = (typeof FINDING_ORDERS)[number];

/** The findings of one rule, of one side, or all, in the order of the recording. */
export interface FindingGroup {
  readonly by: FindingOrder;
  /** The id of the rule, the side, or empty. */
  readonly name: string;
  /** The worst grade of its findings: some circumstances lower a grade. */
  readonly grade: Grade;
  readonly findings: readonly KeyedFinding[];
}

/** A finding with a key that stays the same when findings are fetched again. */
export interface KeyedFinding {
  readonly key: string;
  readonly finding: FindingDetail;
}

/** Selects findings of the chosen sides and grades. Without a chosen side all sides pass; likewise for grades. */
export const isChosen =
  (chosen: ReadonlySet<Facet>) =>
  ({ side, grade }: Pick<FindingDetail, 'side' | 'grade'>): boolean =>
    isOneOf(SIDES, side, chosen) && isOneOf(GRADES, grade, chosen);

const isOneOf = (kinds: readonly Facet[], own: Facet, chosen: ReadonlySet<Facet>) =>
  chosen.has(own) || !kinds.some((kind) => chosen.has(kind));

/** Groups findings: worst grade first, then most findings, then earliest finding. */
export function groupFindings(findings: readonly FindingDetail[], by: FindingOrder = 'rule'): readonly FindingGroup[] {
  const groups = Map.groupBy(findings, ({ rule, side }) => ({ rule, side, time: '' })[by]);
  return Array.from(groups, ([name, own]) => toGroup(by, name, own)).toSorted(
    (one, other) => rank(one.grade) - rank(other.grade) || other.findings.length - one.findings.length,
  );
}

const rank = (grade: Grade) => GRADES.indexOf(grade);

function toGroup(by: FindingOrder, name: string, findings: readonly FindingDetail[]): FindingGroup {
  const taken = new Map<string, number>();
  const keyed = findings
    .toSorted((one, other) => one.seq - other.seq)
    .map((finding) => {
      const place = [finding.rule, finding.seq, finding.pointer ?? '', finding.message].join(' ');
      const twin = taken.get(place) ?? 0;
      taken.set(place, twin + 1);
      return { key: `${place} ${twin}`, finding };
    });
  return {
    by,
    name,
    grade: worstGrade(findings) ?? 'note',
    findings: keyed,
  };
}
