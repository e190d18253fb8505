import { assertNever } from '#core/assert-never.ts';
import { fields, type ClosedField, type NumberField, type TextField } from '#core/filter/fields.ts';
import type { Filter, NumberTest } from '#core/filter/filter.ts';
import { boundsOf } from '#core/filter/quantity.ts';
import { wildcard } from '#core/filter/wildcard.ts';
import { OWN_EVENTS } from '#core/wire/own-events.ts';
import { TOUCHED } from '../tables/deliveries.ts';
import { CALL_NUMBER } from '../tables/filter-tables.ts';
import { MESSAGE_KINDS, ORIGINS, entryKey } from '../connection/entry-key.ts';
import { ENTRY_TEXT, textSearchSql, type Context } from './text-search-sql.ts';

/** A condition on the tables of `FILTER_TABLES`, and the values of `@f0`, `@f1`, … */
export interface FilterSql {
  readonly where: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/**
 * The SQL condition of a filter for entries of the recording `no`: true or false for every entry, never NULL, and equal
 * to `filterPredicate`. Values are parameters. Its functions are in `filter-functions.ts`.
 */
export function filterSql(filter: Filter, no: number): FilterSql {
  const parameters: Record<string, string | number> = {};
  let count = 0;
  const parameter = (value: string | number) => {
    const name = `f${count++}`;
    parameters[name] = value;
    return `@${name}`;
  };
  return { where: conditionOf(filter, { no, parameter }), parameters };
}

function conditionOf(filter: Filter, context: Context): string {
  const { parameter } = context;
  switch (filter.kind) {
    case 'and':
      if (filter.of.length === 0) return 'TRUE';
      // SQLite goes from left to right, so conditions that read the text come last.
      return all(
        filter.of.toSorted((one, other) => costOf(one) - costOf(other)),
        'AND',
        context,
      );
    case 'or':
      return all(
        filter.of.toSorted((one, other) => costOf(one) - costOf(other)),
        'OR',
        context,
      );
    case 'not':
      return `NOT ${conditionOf(filter.of, context)}`;
    case 'field':
      return conditions[filter.field](filter.pattern, context);
    case 'number':
      return within(filter.field, filter.test, context);
    case 'text':
      return `filter_text(${ENTRY_TEXT}, ${parameter(filter.text)})`;
    case 'regex':
      return `filter_regex(${ENTRY_TEXT}, ${parameter(filter.source)}, ${parameter(filter.flags)})`;
    case 'word':
      return textSearchSql(filter.text, context);
    default:
      return assertNever(filter);
  }
}

const all = (filters: readonly Filter[], operator: 'AND' | 'OR', context: Context) =>
  `(${filters.map((each) => conditionOf(each, context)).join(` ${operator} `)})`;

function costOf(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return Math.max(0, ...filter.of.map(costOf));
    case 'not':
      return costOf(filter.of);
    case 'field':
      return 0;
    case 'number':
      return filter.field === 'turn' || filter.field === 'seq' ? 0 : 1;
    case 'text':
    case 'regex':
      return 2;
    case 'word':
      return 3;
  }
}

type Condition = (pattern: string, context: Context) => string;

const conditions: { readonly [field in TextField | ClosedField]: Condition } = {
  method: named('m.method'),
  session: named('m.session'),
  update: named('m.variant'),
  status: named('m.status'),
  id: (pattern, { parameter }) => `filter_id(m.rpc_id, ${parameter(pattern)})`,
  tool: (pattern, { parameter }) => {
    const wanted = parameter(pattern);
    return `(EXISTS (SELECT 1 FROM tool_call c WHERE c.no = ${CALL_NUMBER} AND (filter_like(c.id, ${wanted}) OR filter_like(c.title, ${wanted}))))`;
  },
  rule: (pattern, context) => found(`filter_like(rule, ${context.parameter(pattern)})`, context),
  kind: (pattern, context) => `m.kind IN ${listed(MESSAGE_KINDS, pattern, context)}`,
  from: (pattern, context) => `((e.origin IN ${listed(ORIGINS.slice(0, 3), pattern, context)}) IS TRUE)`,
  has: (pattern, context) => {
    const wanted = fields.find(({ name }) => name === 'has')?.values.filter(wildcard(pattern)) ?? [];
    const each = wanted.map((value) => {
      if (value === 'pair') return 'm.pair IS NOT NULL';
      if (value === 'intervention') return hasIntervention(context);
      if (value === 'comment') return `((${HAS_COMMENT}) IS TRUE)`;
      return found(value === 'finding' ? 'TRUE' : `grade = ${context.parameter(value)}`, context);
    });
    return each.length === 0 ? 'FALSE' : `(${each.join(' OR ')})`;
  },
};

/** As in the index `entry_with_comment`. */
const HAS_COMMENT = `e.extra IS NOT NULL AND json_extract(e.extra, '$.comment') <> ''`;

/** A column that holds the number of a name. */
function named(column: string): Condition {
  return (pattern, { parameter }) =>
    `((${column} IN (SELECT no FROM name WHERE filter_like(text, ${parameter(pattern)}))) IS TRUE)`;
}

const found = (condition: string, { no, parameter }: Context) =>
  `(EXISTS (SELECT 1 FROM finding WHERE recording = ${parameter(no)} AND seq = m.place - ${parameter(entryKey(no, 0))} AND ${condition}))`;

/** A frame that acptap did not just pass on, or an event of acptap's own. */
const hasIntervention = ({ no, parameter }: Context) =>
  `(EXISTS (SELECT 1 FROM delivery d WHERE d.recording = ${parameter(no)} AND d.seq = m.place - ${parameter(entryKey(no, 0))} AND ${TOUCHED})
    OR (m.kind = ${MESSAGE_KINDS.indexOf('event')} AND json_extract(CAST(e.bytes AS TEXT), '$.event') IN (${OWN_EVENTS.map((event) => `'${event}'`).join(', ')})))`;

/** The numbers of the values that match the pattern. */
function listed(values: readonly string[], pattern: string, { parameter }: Context): string {
  const holds = wildcard(pattern);
  return `(${values.flatMap((value, index) => (holds(value) ? [parameter(index)] : [])).join(', ')})`;
}

const numbers: { readonly [field in Exclude<NumberField, 'seq'>]: string } = {
  turn: 'm.turn',
  dur: 'abs(e.at - other.at)',
  size: 'coalesce((SELECT cut.bytes FROM cut WHERE cut.recording = e.recording AND cut.seq = e.seq), length(e.bytes))',
  t: 'e.at',
};

function within(field: NumberField, test: NumberTest, { no, parameter }: Context): string {
  const { min, below } = boundsOf(test);
  const isBounded = below !== Infinity;
  if (field === 'seq')
    // Compares the key itself, so that SQLite uses the index.
    return `(m.place >= ${parameter(entryKey(no, Math.min(min, 2 ** 32)))}${isBounded ? ` AND m.place < ${parameter(entryKey(no, Math.min(below, 2 ** 32)))}` : ''})`;
  const value = numbers[field];
  return `((${value} >= ${parameter(min)}${isBounded ? ` AND ${value} < ${parameter(below)}` : ''}) IS TRUE)`;
}
