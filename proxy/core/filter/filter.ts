import type { ClosedField, NumberField, TextField } from './fields.ts';
import type { Quantity } from './quantity.ts';

/**
 * A filter: which entries are meant. One language in the page, its address, `show`, `check` and `search`.
 *
 *     filter   = [ either ]                                   nothing lets everything through
 *     either   = all { "or" all }
 *     all      = negation { [ "and" ] negation }              side by side means and
 *     negation = "-" term | "not" negation | term             no space after "-"
 *     term     = "(" either ")" | field ":" value | "/" regex "/" flags | word
 *     value    = word | pattern with "*" | number | ">" number | "<=" number | number ".." number
 *     word     = what has no space, or anything in double quotes, where \" and \\ stand for " and \
 *
 * Names, words, patterns and keywords are read in any case. A bare word is looked for in method, summary and text; `text:` in the text
 * alone; every other field is compared as a whole, `*` standing for any characters. An entry without the field does not match, so
 * `-turn:*` is what belongs to no turn. A regex starts a word, and ends at the `/` that only flags and a space follow; a path that
 * looks like one takes quotes. See `fields.ts` for the fields, `quantity.ts` for units, `text.ts` for what the text of an entry is.
 */
export type Filter =
  /** All, or one, of two or more; all of none is the empty filter. */
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

/** Lets everything through. */
export const EVERYTHING: Filter = { kind: 'and', of: [] };

/**
 * Compiles a regular expression to a test for whether a text holds a match, in time linear in the text whatever the expression.
 * Flags are among `i`, `m` and `s`. A port, because the core has no packages (`proxy/regex/linear-regex.ts` is it).
 * @throws {Error} with the reason when it is none.
 */
export type CompileRegex = (source: string, flags: string) => TextTest;

export type TextTest = (text: string) => boolean;

/** True when a part of the filter is of this kind. */
export const hasKind = (filter: Filter, kind: Filter['kind']): boolean => hasPart(filter, (part) => part.kind === kind);

/** True when the filter asks for one of these fields. */
export const asksFor = (filter: Filter, fields: readonly (TextField | ClosedField | NumberField)[]): boolean =>
  hasPart(filter, (part) => (part.kind === 'field' || part.kind === 'number') && fields.includes(part.field));

function hasPart(filter: Filter, is: (part: Filter) => boolean): boolean {
  if (is(filter)) return true;
  if (filter.kind === 'not') return hasPart(filter.of, is);
  return (filter.kind === 'and' || filter.kind === 'or') && filter.of.some((part) => hasPart(part, is));
}
