import { findField, type FieldName } from '#core/filter/fields.ts';
import { hasPartOfKind, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { parseFilter, readFilter } from '#core/filter/parse.ts';
import { unmatchedTerms } from '#core/filter/unmatched.ts';
import { allMethods } from '#core/protocol/methods.ts';
import { catalogue } from '#core/rules/catalogue.ts';

/** A filter with the compiler of its regexes. */
export interface Query {
  readonly filter: Filter;
  readonly compile: CompileRegex;
}

/**
 * Reads a query before anything is opened, so that errors come at once.
 * @throws {AcptapError} `bad-filter`.
 */
export async function readQuery(query: string): Promise<Query> {
  const parsed = parseFilter(query);
  const compile = parsed.ok && hasPartOfKind(parsed.filter, 'regex') ? await loadRegexes() : NO_REGEX;
  return { filter: readFilter(query, compile), compile };
}

/** Explains a query without matches: unknown values and likely corrections. Empty if the values are known. */
export function explainUnmatched(query: string): string {
  const values = (field: FieldName) => VALUES[field]?.().map((value) => ({ value, count: 0 }));
  const said = unmatchedTerms(query, values).map(({ field, value, suggestion }) => {
    const usual = field === 'status' ? ` is usually one of ${findField(field)?.values.join(', ')}, not "${value}"` : '';
    const meant = suggestion === undefined ? '' : `did you mean ${suggestion}?`;
    return [usual && `${field}:${usual}`, meant].filter(Boolean).join('; ');
  });
  return said
    .filter(Boolean)
    .map((text) => `\n  ${text}`)
    .join('');
}

/** Known values of a field in any recording. */
const VALUES: { readonly [field in FieldName]?: () => readonly string[] } = {
  status: () => findField('status')?.values ?? [],
  method: () => allMethods,
  rule: () => catalogue.map(({ id }) => id),
};

const loadRegexes = async (): Promise<CompileRegex> => (await import('../../regex/linear-regex.ts')).compileRegex;

const NO_REGEX: CompileRegex = () => {
  throw new Error('the filter has no regex');
};
