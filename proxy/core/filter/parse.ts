import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { aliases, fields, findField, type Field } from './fields.ts';
import { EVERYTHING, type CompileRegex, type Filter } from './filter.ts';
import { didYouMean } from './did-you-mean.ts';
import { numberNotation, readNumberTest } from './quantity.ts';
import { tokensOf, type Span, type Token } from './filter-tokens.ts';
import { wildcard } from './wildcard.ts';

/** A mistake in a query: the wrong part, the reason and a possible correction. */
export interface FilterProblem extends Span {
  readonly message: string;
  readonly expected: readonly string[];
  /** The replacement for that part, if there is a likely one. */
  readonly suggestion: string | null;
}

export type Parsed =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly problem: FilterProblem };

/** More than any query in use has. The limits also protect code that reads filters recursively. */
export const MAX_LENGTH = 4000;
const MAX_TERMS = 250;
const MAX_DEPTH = 50;

/**
 * Reads a query in the language that `filter.ts` describes. Never throws. Tries regexes with `compile`; without it
 * accepts them unchecked, for a page that leaves the check to its server.
 */
export function parseFilter(query: string, compile?: CompileRegex): Parsed {
  try {
    return { ok: true, filter: createParser(query, compile).whole() };
  } catch (cause) {
    if (cause instanceof Unexpected) return { ok: false, problem: cause.problem };
    throw cause;
  }
}

/**
 * Like `parseFilter`, for a query on the command line.
 * @throws {AcptapError} `bad-filter` with the query and a mark below the mistake.
 */
export function readFilter(query: string, compile: CompileRegex): Filter {
  const parsed = parseFilter(query, compile);
  if (parsed.ok) return parsed.filter;
  throw new AcptapError('bad-filter', markMistake('filter', query, parsed.problem));
}

/** The message with the query, and a mark below the mistake. */
export function markMistake(what: string, query: string, { message, at, end }: Span & { readonly message: string }) {
  const mark = `${' '.repeat(at)}${'^'.repeat(Math.max(1, end - at))}`;
  const isShort = query.length <= 100 && !/[^\x20-\x7e]/.test(query); // else the mark is misplaced
  if (isShort) return `${message}\n  ${query}\n  ${mark}`;
  const wrong = query.slice(at, end);
  return `${message}${wrong === '' || message.includes(wrong) ? '' : ` at ${wrong}`}, in the ${what} ${query}`;
}

/** Aborts the parser at any depth; caught in this file. */
class Unexpected extends Error {
  readonly problem: FilterProblem;
  constructor({ at, end }: Span, message: string, expected: readonly string[] = [], suggestion?: string) {
    super(message);
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    this.problem = { message: `${message}${hint}`, at, end, expected, suggestion: suggestion ?? null };
  }
}

const TERM = ['a field', 'a word', 'a regex', '('];

function createParser(query: string, compile: CompileRegex | undefined) {
  if (query.length > MAX_LENGTH)
    throw new Unexpected({ at: MAX_LENGTH, end: query.length }, `a filter has at most ${MAX_LENGTH} characters`);
  const tokens = tokensOf(query);
  const end: Span = { at: query.length, end: query.length };
  let next = 0;
  let terms = 0;

  const isKeyword = (word: 'and' | 'or' | 'not') => {
    const token = tokens[next];
    return token?.kind === 'keyword' && token.word === word;
  };

  function whole(): Filter {
    if (tokens.length === 0) return EVERYTHING;
    const filter = either(0);
    const rest = tokens[next];
    if (rest) throw new Unexpected(rest, 'this ")" closes nothing', TERM);
    return filter;
  }

  function either(depth: number): Filter {
    const parts = [all(depth)];
    while (isKeyword('or')) {
      next++;
      parts.push(all(depth));
    }
    return join('or', parts);
  }

  function all(depth: number): Filter {
    const parts = [negation(depth)];
    for (;;) {
      const token = tokens[next];
      if (!token || token.kind === ')' || isKeyword('or')) return join('and', parts);
      if (isKeyword('and')) next++;
      parts.push(negation(depth));
    }
  }

  function negation(depth: number): Filter {
    const token = tokens[next];
    if (depth > MAX_DEPTH) throw new Unexpected(token ?? end, `a filter is at most ${MAX_DEPTH} levels deep`);
    if (token?.kind !== '-' && !isKeyword('not')) return term(depth);
    next++;
    return { kind: 'not', of: token?.kind === '-' ? term(depth + 1) : negation(depth + 1) };
  }

  function term(depth: number): Filter {
    const token = tokens[next++];
    if (++terms > MAX_TERMS) throw new Unexpected(token ?? end, `a filter has at most ${MAX_TERMS} terms`);
    switch (token?.kind) {
      case '(': {
        if (tokens[next]?.kind === ')')
          throw new Unexpected(tokens[next] ?? end, 'nothing is between the parentheses', TERM);
        const filter = either(depth + 1);
        if (tokens[next++]?.kind !== ')') throw new Unexpected(token, 'this "(" is never closed', [')']);
        return filter;
      }
      case 'word':
        return { kind: 'word', text: token.text };
      case 'regex':
        return regex(token);
      case 'field':
        return field(token);
      default:
        throw unexpected(token, query, tokens[next - 2]);
    }
  }

  function regex(token: Extract<Token, { kind: 'regex' }>): Filter {
    const { source, flags } = token;
    if (!/^(?!.*(.).*\1)[ims]*$/.test(flags))
      throw new Unexpected(
        { at: token.end - flags.length, end: token.end },
        `a regex has no flags "${flags}" here: there are i (any case), m (^ and $ at lines) and s (. is a line break too). Put quotes around a path`,
        ['i', 'm', 's'],
      );
    try {
      compile?.(source, flags);
    } catch (cause) {
      throw new Unexpected(token, `not a regex: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    return { kind: 'regex', source, flags };
  }

  function field(token: Extract<Token, { kind: 'field' }>): Filter {
    const known = findField(token.name);
    if (!known) throw unknownField(token);
    const value = tokens[next];
    if (value?.at !== token.end || value.kind === ')')
      throw new Unexpected(
        { at: token.end, end: token.end },
        `${known.name}: needs a value right behind it`,
        known.values,
      );
    next++;
    if (known.name === 'text' && value.kind === 'regex') return regex(value);
    if (value.kind === 'open-quote' || value.kind === 'stray-quote') throw unexpected(value, query, token);
    // A path is an ordinary value: only text: accepts regexes.
    const text = value.kind === 'word' ? value.text : query.slice(value.at, value.end);
    return fieldWith(known, text, value, token.at);
  }

  return { whole };
}

const join = (kind: 'and' | 'or', of: readonly Filter[]): Filter => (of.length === 1 && of[0] ? of[0] : { kind, of });

/** `at` is the beginning of the term. */
function fieldWith({ name, values }: Field, text: string, span: Span, at: number): Filter {
  switch (name) {
    case 'text':
      return { kind: 'text', text };
    case 'turn':
    case 'seq':
    case 'dur':
    case 'size':
    case 't': {
      const test = readNumberTest(name, text);
      if (!test)
        throw new Unexpected(
          span,
          `${name}: needs ${numberNotation[name]}, perhaps with >, >=, < or <= before it, or a range from..to; not "${text}"`,
          values,
        );
      if (test.op === 'range' && test.from && test.to && test.from.value > test.to.value)
        throw new Unexpected(span, 'the range ends before it begins', [], `${test.to.text}..${test.from.text}`);
      return { kind: 'number', field: name, test };
    }
    case 'kind':
    case 'from':
    case 'has': {
      // A value that the field cannot have would match nothing, or everything with "-".
      if (!values.some(wildcard(text))) {
        const meant = didYouMean(name, text, values);
        const message = `${name}:${text} is unknown; known are ${values.join(', ')}`;
        throw meant === undefined || meant.startsWith(`${name}:`)
          ? new Unexpected(span, message, values, meant?.slice(name.length + 1))
          : new Unexpected({ at, end: span.end }, message, values, meant);
      }
      return { kind: 'field', field: name, pattern: text };
    }
    default:
      return { kind: 'field', field: name, pattern: text };
  }
}

function unknownField({ name, at }: Extract<Token, { kind: 'field' }>): Unexpected {
  const lower = name.toLowerCase();
  const names = fields.map((each) => each.name);
  const meant = Object.hasOwn(aliases, lower) ? aliases[lower] : nearestName(lower, names);
  const there = meant === undefined ? `: there are ${names.join(', ')}. Put quotes around a text with a colon` : '';
  return new Unexpected({ at, end: at + name.length }, `no field "${name}" to filter by${there}`, names, meant);
}

function unexpected(token: Token | undefined, query: string, before: Token | undefined): Unexpected {
  if (token?.kind === 'open-quote')
    return new Unexpected(token, 'a quote that never closes', ['"'], `${query.slice(token.at)}"`);
  if (token?.kind === 'stray-quote')
    return new Unexpected(token, 'a quote within a word: put quotes around the whole text, and \\" for one in it');
  const after = before ? ` after "${query.slice(before.at, before.end)}"` : '';
  const there = token ? `, not "${query.slice(token.at, token.end)}"` : '';
  return new Unexpected(
    token ?? { at: query.length, end: query.length },
    `something to look for is expected${after}${there}`,
    TERM,
  );
}
