import { aliases, fields, findField, type Field, type FieldName } from './fields.ts';
import { MAX_LENGTH } from './parse.ts';
import { printWord } from './print.ts';
import { tokensOf, type Span, type Token } from './tokens.ts';

/** Something to put into a query. */
export interface Suggestion {
  readonly text: string;
  /** What a field is about; empty for values. */
  readonly about: string;
  /** How many entries have the value, where that is known. */
  readonly count: number | null;
}

/** What could stand at the cursor: each item replaces the query from `at` up to `end`. */
export interface Suggestions extends Span {
  readonly items: readonly Suggestion[];
  /** The field whose value is being written: the caller may ask for its values and suggest again. */
  readonly field: FieldName | null;
}

/** The values of a field in the recording, the most frequent first, as far as they are known. */
export type KnownValues = (field: FieldName) => readonly { readonly value: string; readonly count: number }[];

/** More are no help: go on typing. */
const MOST = 20;

/** Fields whose values are offered to whoever types a bare word. */
const TELLING = ['method', 'update', 'tool', 'kind', 'status', 'rule'] as const satisfies readonly FieldName[];

/** What could be written at an offset of a query: nothing, where the query is too long for a filter. Total: any query, any cursor. */
export function suggest(query: string, cursor: number, values: KnownValues): Suggestions {
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

/** From `at` to the end of the piece of the whole query that the cursor is in. */
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

/** Fields and keywords that begin like this, then values that have it in them. */
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
  return [...named, ...keywords, ...telling].slice(0, MOST);
}

/** Those that begin with what is typed before those that have it elsewhere. */
function ranked<T>(all: readonly T[], typed: string, textOf: (item: T) => string): readonly T[] {
  const begins = (item: T) => textOf(item).toLowerCase().startsWith(typed);
  const holds = (item: T) => !begins(item) && textOf(item).toLowerCase().includes(typed);
  return [...all.filter(begins), ...all.filter(holds)].slice(0, MOST);
}
