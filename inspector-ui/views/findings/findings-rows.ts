import { GRADES, type FindingDetail, type Grade, type RuleReport } from '#core/model/finding.ts';
import { SIDES } from '#core/wire/entry.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import { elapsedUs } from '#core/units.ts';
import type { EntryName } from '../../text/entry-name.ts';
import type { Facet, FindingGroup, KeyedFinding } from '../../state/detail/finding-groups.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { formatMoment } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toShownText } from '../filter/hidden-rows.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';

/** Findings of a rule with its requirement, of a side, or all. */
export interface FindingGroupRow {
  readonly name: string;
  readonly title: string;
  /** The worst grade; undefined for all findings in the order of time, where each names its own. */
  readonly grade: Grade | undefined;
  /** `3 findings`. */
  readonly count: string;
  /** `fault of the client`; of a side, the number of rules. */
  readonly fault: string;
  /** The rule, if all findings are of one. */
  readonly about: Pick<FindingDetail, 'requires' | 'peers' | 'source'> | undefined;
  readonly entries: readonly FindingEntryRow[];
  /** Number of findings not shown yet. */
  readonly left: number;
}

export interface FindingEntryRow {
  readonly key: string;
  readonly entry: EntryName;
  /** When, in the order of time; empty until its row is fetched. */
  readonly time: string | undefined;
  readonly message: string;
  readonly seen: string | undefined;
  readonly expected: string | undefined;
  /** Differences from the group's head: rule, milder grade, or the side at fault if both sides broke the rule. */
  readonly apart: string;
  readonly related: readonly EntryName[];
}

type RowAt = (seq: number) => EntryRow | undefined;

export function toFindingGroupRow(
  { by, name, grade, findings }: FindingGroup,
  shown: number,
  rowAt: RowAt,
): FindingGroupRow {
  const first = findings[0]?.finding;
  const faults = SIDES.filter((side) => findings.some(({ finding }) => finding.side === side));
  const isOfBoth = faults.length > 1;
  const rules = new Set(findings.map(({ finding }) => finding.rule)).size;
  return {
    name,
    title: by === 'rule' ? name : by === 'side' ? `By the ${name}` : 'In the order of the recording',
    grade: by === 'time' ? undefined : grade,
    count: formatCounted(findings.length, 'finding'),
    fault:
      by !== 'rule'
        ? `of ${formatCounted(rules, 'rule')}`
        : isOfBoth
          ? 'fault of both sides'
          : `fault of the ${faults.join()}`,
    about: by === 'rule' ? first : undefined,
    entries: findings
      .slice(0, shown)
      .map((each) => toEntryRow(each, { grade, isOfBoth, isOfMany: by !== 'rule', hasTime: by === 'time', rowAt })),
    left: Math.max(findings.length - shown, 0),
  };
}

function toEntryRow(
  { key, finding }: KeyedFinding,
  {
    grade,
    isOfBoth,
    isOfMany,
    hasTime,
    rowAt,
  }: {
    readonly grade: Grade;
    readonly isOfBoth: boolean;
    /** Whether the group has several rules: each finding then names its rule and grade. */
    readonly isOfMany: boolean;
    readonly hasTime: boolean;
    readonly rowAt: RowAt;
  },
): FindingEntryRow {
  const apart = [
    isOfMany || finding.grade !== grade ? finding.grade : '',
    isOfMany ? finding.rule : '',
    isOfBoth ? `by the ${finding.side}` : '',
  ];
  const row = rowAt(finding.seq);
  return {
    key,
    entry: toEntryName(finding.seq, row),
    time: hasTime ? (row ? formatMoment(elapsedUs(row.t)) : '') : undefined,
    message: toVisibleLine(finding.message),
    seen: textOf(finding.seen),
    expected: textOf(finding.expected),
    apart: apart.filter((part) => part !== '').join(', '),
    related: finding.related.map((seq) => toEntryName(seq, rowAt(seq))),
  };
}

const textOf = (recorded: string | null) => (recorded === null ? undefined : toVisibleLine(recorded));

/** A chip: a press chooses it, a second press clears it. */
export interface ChipRow {
  readonly facet: Facet;
  readonly label: string;
  readonly count: string;
  readonly isChosen: boolean;
}

/** Returns chips for the present grades and sides, grades first. */
export function toChips(findings: readonly FindingDetail[], chosen: ReadonlySet<Facet>): readonly ChipRow[] {
  const counts = new Map<Facet, number>();
  for (const { side, grade } of findings)
    for (const facet of [side, grade]) counts.set(facet, (counts.get(facet) ?? 0) + 1);
  return [...GRADES, ...SIDES]
    .filter((facet) => counts.has(facet) || chosen.has(facet))
    .map((facet) => ({
      facet,
      label: CHIPS[facet],
      count: formatCount(counts.get(facet) ?? 0),
      isChosen: chosen.has(facet),
    }));
}

const CHIPS: Readonly<Record<Facet, string>> = {
  error: 'errors',
  warning: 'warnings',
  note: 'notes',
  client: 'by the client',
  agent: 'by the agent',
};

/** Number of findings after chips, filter and time range; empty if all are shown. */
export const toShowing = (groups: readonly FindingGroup[], all: number): string =>
  toShownText(
    groups.reduce((sum, { findings }) => sum + findings.length, 0),
    all,
    'finding',
  );

/** Returns the number of findings of the recording. Its summary may be older than the fetched findings. */
export const countFindings = (here: number, { error, warning, note }: RecordingSummary['findings']): number =>
  Math.max(here, error + warning + note);

/** Text for a recording without findings, with the number of rules that were exercised. */
export function toCleanText(rules: readonly RuleReport[] | undefined, isLive: boolean): string {
  const verdict = isLive ? 'No rule is broken so far.' : 'No rule is broken.';
  if (!rules) return verdict;
  const exercised = rules.filter(({ kept, broken }) => kept + broken > 0).length;
  const rest = rules.length - exercised;
  return `${verdict} ${formatCounted(exercised, 'rule')} ${exercised === 1 ? 'was' : 'were'} exercised, ${formatCount(rest)} ${rest === 1 ? 'was' : 'were'} not.`;
}
