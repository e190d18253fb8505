import { worstGrade, type Grade, type RuleReport } from '#core/model/finding.ts';
import { formatCount } from '../../text/size.ts';

export type RuleOutcome = 'broken' | 'kept' | 'not-exercised';

/** Rules with the same result. */
export interface RuleSection {
  readonly fate: RuleOutcome;
  readonly title: string;
  readonly count: string;
  /** Explanation, if needed. */
  readonly note: string;
  /** The worst grade of broken rules. */
  readonly grade: Grade | undefined;
  readonly rules: readonly RuleRow[];
}

export interface RuleRow {
  readonly id: string;
  readonly grade: Grade;
  /** `broken twice, kept 5 times`; empty for a rule without occasions. */
  readonly times: string;
  readonly requires: string;
  readonly source: string;
}

/** Groups all rules by result, in the order of the catalogue. A single breach makes a rule broken. */
export function toRuleSections(rules: readonly RuleReport[]): readonly RuleSection[] {
  const byFate = Map.groupBy(rules, fateOf);
  return FATES.map(({ fate, ...words }) => {
    const own = byFate.get(fate) ?? [];
    const grade = fate === 'broken' ? worstGrade(own) : undefined;
    return { fate, ...words, count: formatCount(own.length), grade, rules: own.map(toRuleRow) };
  });
}

const FATES: readonly Pick<RuleSection, 'fate' | 'title' | 'note'>[] = [
  { fate: 'broken', title: 'broken', note: '' },
  { fate: 'kept', title: 'kept', note: 'each time they applied' },
  { fate: 'not-exercised', title: 'not exercised', note: 'they never applied here: that is no pass' },
];

const fateOf = ({ kept, broken }: RuleReport): RuleOutcome =>
  broken > 0 ? 'broken' : kept > 0 ? 'kept' : 'not-exercised';

const toRuleRow = ({ id, grade, requires, source, kept, broken }: RuleReport): RuleRow => ({
  id,
  grade,
  requires,
  source,
  times: [broken > 0 ? `broken ${times(broken)}` : '', kept > 0 ? `kept ${times(kept)}` : '']
    .filter((part) => part !== '')
    .join(', '),
});

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${formatCount(count)} times`);
