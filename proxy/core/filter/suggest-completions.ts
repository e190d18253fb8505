import { aliases, fields, findField, type Field, type FieldName } from './fields.ts';
import { MAX_LENGTH } from './parse.ts';
import { printWord } from './print.ts';
import { tokensOf, type Span, type Token } from './filter-tokens.ts';

/** A completion for a query. */
export interface Suggestion {
  readonly text: string;
  /** The description of a field; empty for values. */
  readonly about: string;
  /** The number of entries with the value, if known. */
  readonly count: number | null;
}

/** The completions at the cursor: each item replaces the query from `at` up to `end`. */
export interface Suggestions extends Span {
  readonly items: readonly Suggestion[];
  /** The field before the cursor; the caller may load its values and suggest again. */
  readonly field: FieldName | null;
}

/** The known values of a field in the recording, the most frequent first. */
export type KnownValues = (field: FieldName) => readonly { readonly value: string; readonly count: number }[];

/** The most suggestions; typing on helps more than a longer list. */
const MAX_SUGGESTIONS = 20;

/** Fields with values that are offered for a bare word. */
const TELLING = ['method', 'update', 'tool', 'kind', 'status', 'rule'] as const satisfies readonly FieldName[];

/** Returns the completions at an offset of any query; none if the query is too long for a filter. */
export function suggestCompletions(query: string, cursor: number, values: KnownValues): Suggestions {
  if (query.length > MAX_LENGTH) return { at: cursor, end: cursor, items: [], field: null };
  const before = tokensOf(query.slice(0, cursor));
  const last = before.at(-1);
  const typed = last?.end === cursor ? last : undefined;
  const owner = typed?.kind === 'field' ? typed : before.at(-2);
  const field =
    owner?.kind === 'field' && (typed === owner || owner.end === typed?.at) ? findField(owner.name) : undefined;
  if (owner?.kind === 'field' && field) {
    const span = spanAt(query, cursor, owner.end);
    return { ...span, items: valuesOf(field, wordOf(query, span.at, cursor), values), field: field.name };
  }
  if (typed === undefined || typed.kind === '(' || typed.kind === '-')
    return {
      at: cursor,
      end: cursor,
      items: termsFor('', values, before.length > 0 && typed === undefined),
      field: null,
    };
  if (typed.kind !== 'word' && typed.kind !== 'keyword') return { at: cursor, end: cursor, items: [], field: null };
  const span = spanAt(query, cursor, typed.at);
  const isQuoted = query[typed.at] === '"';
  return { ...span, items: isQuoted ? [] : termsFor(wordOf(query, span.at, cursor), values, true), field: null };
}

/** From `at` to the end of the token at the cursor, in the whole query. */
function spanAt(query: string, cursor: number, at: number): Span {
  const inside = tokensOf(query).find((token: Token) => token.at <= cursor && cursor <= token.end && token.at >= at);
  return { at, end: inside?.at === at ? inside.end : cursor };
}

const wordOf = (query: string, at: number, cursor: number) => query.slice(at, cursor).replace(/^"/, '').toLowerCase();

function valuesOf(field: Field, typed: string, values: KnownValues): readonly Suggestion[] {
  if (field.kind === 'contains') return [];
  const known = values(field.name);
  const others = field.values.filter((value) => !known.some((each) => each.value === value));
  return ranked([...known, ...others.map((value) => ({ value, count: null }))], typed, ({ value }) => value).map(
    ({ value, count }) => ({ text: field.kind === 'number' ? value : printWord(value), about: '', count }),
  );
}

/** Fields and keywords with this beginning, then values that contain it. */
function termsFor(typed: string, values: KnownValues, mayGoOn: boolean): readonly Suggestion[] {
  const alias = Object.hasOwn(aliases, typed) ? aliases[typed] : undefined;
  const named = fields
    .filter(({ name }) => name.startsWith(typed) || name === alias)
    .map(({ name, about }): Suggestion => ({ text: `${name}:`, about, count: null }));
  const keywords = [
    { text: 'or', about: 'what is before it, or what follows' },
    { text: 'not', about: 'not what follows; - is the same' },
  ]
    .filter(({ text }) => text.startsWith(typed) && (mayGoOn || text === 'not'))
    .map((keyword): Suggestion => ({ ...keyword, count: null }));
  const found =
    typed.length < 2
      ? []
      : TELLING.flatMap((field) =>
          values(field).map(({ value, count }) => ({ text: `${field}:${printWord(value)}`, about: '', count, value })),
        );
  const telling = ranked(found, typed, ({ value }) => value).map(({ text, about, count }) => ({ text, about, count }));
  return [...named, ...keywords, ...telling].slice(0, MAX_SUGGESTIONS);
}

/** Sorts texts that begin with the typed text before those that contain it. */
function ranked<T>(all: readonly T[], typed: string, textOf: (item: T) => string): readonly T[] {
  const begins = (item: T) => textOf(item).toLowerCase().startsWith(typed);
  const holds = (item: T) => !begins(item) && textOf(item).toLowerCase().includes(typed);
  return [...all.filter(begins), ...all.filter(holds)].slice(0, MAX_SUGGESTIONS);
}
