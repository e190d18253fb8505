import type { ValueCount, ValueField } from '#core/contract/timeline.ts';
import { CALL_NUMBER } from '../tables/filter-tables.ts';
import type { Connection } from '../connection/open.ts';
import { keyRange, MESSAGE_KINDS, ORIGINS } from '../connection/entry-key.ts';

/** Counts the entries of a recording by the value of a column. */
const byColumn = (value: string, join = '') => `
  SELECT ${value} AS value, count(*) AS count FROM message m ${join}
  WHERE m.place BETWEEN @first AND @last AND ${value} IS NOT NULL
  GROUP BY 1`;

/** The same for a column with numbers of names, which are looked up after counting. */
const byName = (column: string) => `
  SELECT name.text AS value, counted.count FROM (
    SELECT ${column} AS no, count(*) AS count FROM message WHERE place BETWEEN @first AND @last GROUP BY 1) counted
  JOIN name ON name.no = counted.no`;

const statements: { readonly [field in ValueField]: string } = {
  method: byName('method'),
  kind: byColumn('m.kind'),
  from: byColumn('e.origin', 'JOIN entry e ON e.place = m.place AND e.origin < 3'),
  id: byColumn('m.rpc_id'),
  session: byName('session'),
  turn: byColumn('m.turn'),
  tool: byColumn('coalesce(t.title, t.id)', `JOIN tool_call t ON t.no = ${CALL_NUMBER}`),
  update: byName('variant'),
  status: byName('status'),
  rule: `
  SELECT rule AS value, count(DISTINCT seq) AS count FROM finding
  WHERE recording = @no AND seq BETWEEN @from AND @to GROUP BY 1`,
};

/** Columns that hold a number for a word of the filter. */
const words: { readonly [field in ValueField]?: readonly string[] } = { kind: MESSAGE_KINDS, from: ORIGINS };

/** Counts the values of a filter field among the entries from `from` up to `to` (not included). */
export function createValueReader(connection: Connection) {
  return (no: number, field: ValueField, from: number, to: number): readonly ValueCount[] => {
    const [first, last] = keyRange(no, from, to - 1);
    const found = connection.prepare(statements[field]).all({ no, first, last, from, to: to - 1 });
    return (found as { readonly value: string | number; readonly count: number }[]).map(({ value, count }) => ({
      value: words[field]?.[Number(value)] ?? String(value),
      count,
    }));
  };
}
