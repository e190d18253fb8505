import { findField, type FieldName } from '#core/filter/fields.ts';
import { hasKind, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { parseFilter, readFilter } from '#core/filter/parse.ts';
import { unmatchedTerms } from '#core/filter/unmatched.ts';
import { allMethods } from '#core/protocol/methods.ts';
import { catalogue } from '#core/rules/catalogue.ts';

/** A filter, and what compiles its regexes. */
export interface Query {
  readonly filter: Filter;
  readonly compile: CompileRegex;
}

/**
 * Reads a query; nothing is opened yet, so that one that cannot be read is said at once.
 * @throws {AcptapError} `bad-filter`.
 */
export async function readQuery(query: string): Promise<Query> {
  const parsed = parseFilter(query);
  const compile = parsed.ok && hasKind(parsed.filter, 'regex') ? await loadRegexes() : NO_REGEX;
  return { filter: readFilter(query, compile), compile };
}

/** What a query that matched nothing asks for in vain, and what was probably meant; empty where it may just be so. */
export function sayUnmatched(query: string): string {
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

/** Values that a field has in any recording, as far as they are known. */
const VALUES: { readonly [field in FieldName]?: () => readonly string[] } = {
  status: () => findField('status')?.values ?? [],
  method: () => allMethods,
  rule: () => catalogue.map(({ id }) => id),
};

const loadRegexes = async (): Promise<CompileRegex> => (await import('../regex/linear-regex.ts')).compileRegex;

const NO_REGEX: CompileRegex = () => {
  throw new Error('the filter has no regex');
};
