import type { TextField } from '#core/filter/fields.ts';
import type { FilterProblem } from '#core/filter/parse.ts';
import { printFilter } from '#core/filter/print.ts';
import type { Unmatched } from '#core/filter/unmatched.ts';
import type { EntryRow } from '#core/model/row.ts';
import { elapsedUs } from '#core/units.ts';
import type { TimeRange } from '../../state/page/route.ts';
import { formatCount } from '../../text/size.ts';
import { formatElapsed, formatMoment } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A filter term that one press toggles. */
export interface Chip {
  readonly label: string;
  readonly term: string;
  readonly isOn: boolean;
}

const CHIPS: readonly Omit<Chip, 'isOn'>[] = [
  { label: 'errors', term: '(has:error or kind:error)' },
  { label: 'findings', term: 'has:finding' },
  { label: 'requests', term: 'kind:request' },
  { label: 'updates', term: 'method:session/update' },
  { label: 'stderr', term: 'from:stderr' },
  { label: 'noise', term: 'kind:invalid' },
];

/** Returns the chips. A chip is on while the filter contains its term. */
export const toChips = (q: string): readonly Chip[] =>
  CHIPS.map((chip) => ({ ...chip, isOn: termAt(q, chip.term) !== undefined }));

/** Adds the term to the filter, or removes it. */
export function withTerm(q: string, term: string): string {
  const at = termAt(q, term);
  if (at === undefined) return `${q.trim()} ${term}`.trim();
  return `${q.slice(0, at).trimEnd()} ${q.slice(at + term.length).trimStart()}`.trim();
}

/** Returns the index of a term between spaces. */
function termAt(q: string, term: string): number | undefined {
  for (let at = q.indexOf(term); at !== -1; at = q.indexOf(term, at + 1)) {
    if (/(^|\s)$/.test(q.slice(0, at)) && /^(\s|$)/.test(q.slice(at + term.length))) return at;
  }
  return undefined;
}

/** `showing 214 of 9 031`, with the progress of a slow filter. */
export function toShowing({ shown, entries, searched, isSearching = false }: Counts): string {
  if (isSearching) return 'searching …';
  if (searched !== undefined) return `showing ${formatCount(shown)} of the first ${formatCount(searched)} …`;
  if (shown === entries) return `${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
  return `showing ${formatCount(shown)} of ${formatCount(entries)}`;
}

interface Counts {
  readonly shown: number;
  readonly entries: number;
  /** Entries searched so far; undefined when all are searched. */
  readonly searched?: number | undefined;
  /** True while the visible rows belong to the previous filter. */
  readonly isSearching?: boolean;
}

/** Text in place of rows, while a search has no hits yet. */
export const toSearchingText = (searched: number, entries: number): string =>
  `Searching. Nothing in the first ${formatCount(searched)} of ${formatCount(entries)} entries.`;

/** `0.000 – 12.345 s` */
export const toRangeText = ({ from, to }: TimeRange): string =>
  `${formatElapsed(elapsedUs(from))} – ${formatMoment(elapsedUs(to))}`;

/** An error of the filter and its position: drawn below the field, character under character. */
export interface ProblemRow {
  readonly message: string;
  readonly before: string;
  readonly wrong: string;
  readonly after: string;
}

export function toProblemRow(q: string, { message, at, end }: FilterProblem): ProblemRow {
  const stop = Math.max(end, at + 1);
  return { message, before: q.slice(0, at), wrong: q.slice(at, stop) || ' ', after: q.slice(stop) };
}

/** A value that never occurs: the values that do, and the filter with the probable correction. */
export interface UnmatchedRow {
  readonly text: string;
  readonly instead: { readonly term: string; readonly q: string } | undefined;
}

/** Most listed values; the suggestions below the field list more. */
const NAMED = 6;

export function toUnmatchedRow(q: string, { field, value, values, suggestion, at, end }: Unmatched): UnmatchedRow {
  const named = values.slice(0, NAMED).map(toVisibleLine).join(', ');
  const others = values.length > NAMED ? ` and ${formatCount(values.length - NAMED)} more` : '';
  const there = values.length === 1 ? `The only ${field} is ${named}.` : `Values of ${field} are ${named}${others}.`;
  return {
    text:
      values.length === 0
        ? `No entry here has a ${field}.`
        : `No entry here has the ${field} “${toVisibleLine(value)}”. ${there}`,
    instead:
      suggestion === undefined
        ? undefined
        : { term: toVisibleLine(suggestion), q: q.slice(0, at) + suggestion + q.slice(end) },
  };
}

/** A filter made from a value of a row. */
export interface RowAction {
  readonly label: string;
  /** The row's value; the view shortens it. */
  readonly value: string;
  readonly term: string;
  readonly isExclusion: boolean;
}

/** Values that lead to all entries of one thing. Other values only select similar rows. */
const FOLLOWED: ReadonlySet<string> = new Set(['id', 'session', 'tool call']);

/** Returns the filters of a row. Without `update` and `status`: rows have no fields for them. */
export function toRowActions(row: EntryRow): readonly RowAction[] {
  const { method, session, tool, id, from, kind, findings } = row;
  const rule = findings[0]?.rule;
  const facets: readonly (readonly [
    name: string,
    field: TextField | 'kind' | 'from',
    value: string | null,
    shown?: string | null,
  ])[] = [
    ['method', 'method', method],
    ['session', 'session', session],
    ['tool call', 'tool', tool?.id ?? null, tool?.title ?? null],
    ['id', 'id', id],
    ['sender', 'from', from],
    ['kind', 'kind', kind],
    ['rule', 'rule', rule ?? null],
  ];
  const known = facets.flatMap(([name, field, value, shown]) =>
    value === null ? [] : [{ name, value: toVisibleLine(shown ?? value), term: termOf(field, value) }],
  );
  return [
    ...known.map(({ name, value, term }) => ({
      label: FOLLOWED.has(name) ? `Follow ${name}` : `Only this ${name}`,
      value,
      term,
      isExclusion: false,
    })),
    ...known
      .filter(({ name }) => name !== 'id')
      .map(({ name, value, term }) => ({ label: `Not this ${name}`, value, term: `-${term}`, isExclusion: true })),
  ];
}

const termOf = (field: TextField | 'kind' | 'from', value: string) =>
  printFilter({ kind: 'field', field, pattern: value });
