import type { Masked } from '#core/redaction/redact.ts';
import { table } from './table.ts';

/** A masked value, with the value itself where a terminal requested it. */
export interface MaskedRow extends Masked {
  readonly value?: string;
}

/** One line for each masked value: entry, place, rule, length, replacement. */
export function maskedTable(rows: readonly MaskedRow[], columns?: number): string {
  const lines = rows.map(({ seq, place, rule, length, put, value }) => [
    seq === undefined ? (place.startsWith('line ') ? '' : 'header') : `#${seq}`,
    place,
    rule,
    `${length} ${length === 1 ? 'character' : 'characters'}`,
    ...(value === undefined ? [put] : [put, value]),
  ]);
  return table(lines, columns);
}

/** Counts masked values and their entries, by rule. */
export function maskedSummary(rows: readonly Masked[]): string {
  if (rows.length === 0) return 'nothing is masked\n';
  const entries = new Set(rows.map(({ seq }) => seq)).size;
  const byRule = Map.groupBy(rows, ({ rule }) => rule);
  const rules = [...byRule].map(([rule, { length }]) => `${rule}: ${length}`).join(', ');
  return `masked: ${countInWords(rows.length, 'value')} in ${countInWords(entries, 'entry', 'entries')} (${rules})\n`;
}

export const countInWords = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
