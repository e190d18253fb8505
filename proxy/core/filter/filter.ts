import type { ClosedField, NumberField, TextField } from './fields.ts';

/**
 * A filter selects entries. The page, its address, `show`, `check` and `search` share one language.
 *
 *     filter   = [ either ]                                   an empty filter matches everything
 *     either   = all { "or" all }
 *     all      = negation { [ "and" ] negation }              side by side means and
 *     negation = "-" term | "not" negation | term             no space after "-"
 *     term     = "(" either ")" | field ":" value | "/" regex "/" flags | word
 *     value    = word | pattern with "*" | number | ">" number | "<=" number | number ".." number
 *     word     = anything without a space, or anything in double quotes, where \" and \\ stand for " and \
 *
 * Case does not matter in names, words, patterns and keywords. A bare word is searched in method, summary and text;
 * `text:` searches only the text. Every other field is compared as a whole, with `*` for any characters. An entry
 * without the field does not match, so `-turn:*` selects entries outside of turns. A regex starts a word, and ends at
 * the first `/` followed only by flags and a space; a path that looks like a regex needs quotes. See `fields.ts` for
 * the fields, `quantity.ts` for units, `searched-text.ts` for the text of an entry.
 */
export type Filter =
  /** All (`and`) or at least one (`or`) of two or more filters. An `and` of none is the empty filter. */
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'field'; readonly field: TextField | ClosedField; readonly pattern: string }
  | { readonly kind: 'number'; readonly field: NumberField; readonly test: NumberTest }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'word'; readonly text: string };

export type NumberTest =
  | { readonly op: 'any' }
  | { readonly op: 'is' | '>' | '>=' | '<' | '<='; readonly value: Quantity }
  | { readonly op: 'range'; readonly from: Quantity | null; readonly to: Quantity | null };

/** A number as written, and its value in microseconds, bytes or entries. */
export interface Quantity {
  readonly text: string;
  readonly value: number;
  /** The value of the last digit: `1.2s` is written in tenths of a second. At least 1. */
  readonly step: number;
}

/** Matches every entry. */
export const EVERYTHING: Filter = { kind: 'and', of: [] };

/**
 * Compiles a regular expression to a test that searches a text in linear time, for any expression. Flags are `i`, `m`
 * and `s`. A port, because the core has no packages (`proxy/regex/linear-regex.ts` implements it).
 * @throws {Error} with the reason for an invalid expression.
 */
export type CompileRegex = (source: string, flags: string) => TextTest;

export type TextTest = (text: string) => boolean;

/** True if any part of the filter is of this kind. */
export const hasPartOfKind = (filter: Filter, kind: Filter['kind']): boolean =>
  hasPart(filter, (part) => part.kind === kind);

/** True if the filter tests one of these fields. */
export const testsField = (filter: Filter, fields: readonly (TextField | ClosedField | NumberField)[]): boolean =>
  hasPart(filter, (part) => (part.kind === 'field' || part.kind === 'number') && fields.includes(part.field));

/** True if the filter tests whether a field has this value. */
export const testsFor = (filter: Filter, field: TextField | ClosedField, pattern: string): boolean =>
  hasPart(filter, (part) => part.kind === 'field' && part.field === field && part.pattern.toLowerCase() === pattern);

function hasPart(filter: Filter, is: (part: Filter) => boolean): boolean {
  if (is(filter)) return true;
  if (filter.kind === 'not') return hasPart(filter.of, is);
  return (filter.kind === 'and' || filter.kind === 'or') && filter.of.some((part) => hasPart(part, is));
}
