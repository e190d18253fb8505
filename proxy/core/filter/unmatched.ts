import { findField, type FieldName } from './fields.ts';
import type { KnownValues } from './suggest-completions.ts';
import { didYouMean } from './did-you-mean.ts';
import { tokensOf, type Span, type Token } from './filter-tokens.ts';
import { wildcard } from './wildcard.ts';

/** A term with a value that no entry has, at `at` … `end` of the query. */
export interface Unmatched extends Span {
  readonly field: FieldName;
  readonly value: string;
  /** The field's values, the most frequent first; empty if no entry has the field. */
  readonly values: readonly string[];
  /** The term that was probably meant. */
  readonly suggestion: string | undefined;
}

/** Fields with few values in a fixed spelling. Ids may have quotes or not, and tools match by title or id. */
const FEW: ReadonlySet<FieldName> = new Set(['method', 'session', 'update', 'status', 'rule']);

/** The fields with a value in a query, for which `unmatchedTerms` needs the known values. */
export const fieldsAskedFor = (query: string): readonly FieldName[] => [
  ...new Set(valueTerms(query).map(({ field }) => field)),
];

/**
 * Explains an empty result: returns the terms with values that no entry has. Skips terms that exclude something.
 * Accepts any query.
 * @param values all of a field, the most frequent first; undefined if unknown, which skips the field's terms
 */
export function unmatchedTerms(
  query: string,
  values: (field: FieldName) => ReturnType<KnownValues> | undefined,
): readonly Unmatched[] {
  return valueTerms(query).flatMap(({ field, value, at, end }) => {
    const known = values(field)?.map((each) => each.value);
    if (!known || known.some(wildcard(value))) return [];
    const usual = findField(field)?.values ?? [];
    const isUsual = usual.includes(value.toLowerCase());
    const candidates = [...known, ...usual.filter((each) => !each.includes('*'))];
    const suggestion = isUsual ? undefined : didYouMean(field, value, candidates);
    return [{ field, value, values: known, suggestion, at, end }];
  });
}

interface ValueTerm extends Span {
  readonly field: FieldName;
  readonly value: string;
}

function valueTerms(query: string): readonly ValueTerm[] {
  const tokens = tokensOf(query);
  const terms: ValueTerm[] = [];
  /** For each open parenthesis, whether its content is excluded. */
  const excluded: boolean[] = [];
  tokens.forEach((token, index) => {
    const isExcluded = excluded.at(-1) === true || isNegated(tokens, index);
    if (token.kind === '(') excluded.push(isExcluded);
    else if (token.kind === ')') excluded.pop();
    const next = tokens[index + 1];
    if (token.kind !== 'field' || isExcluded || next?.at !== token.end || next.kind !== 'word') return;
    const field = findField(token.name)?.name;
    if (field && FEW.has(field)) terms.push({ field, value: next.text, at: token.at, end: next.end });
  });
  return terms;
}

function isNegated(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === '-' || (before?.kind === 'keyword' && before.word === 'not');
}
