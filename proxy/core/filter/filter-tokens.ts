/** The position of a part of a query: `at` is the offset of its first UTF-16 unit, `end` the offset after its last. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

/** A token of a query, which may be unfinished. */
export type Token = Span &
  (
    | { readonly kind: '(' | ')' | '-' }
    | { readonly kind: 'keyword'; readonly word: 'and' | 'or' | 'not' }
    /** A name and its colon. The next token is its value. */
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
    /** A quote without an end, or one inside a word. */
    | { readonly kind: 'open-quote' | 'stray-quote' }
  );

/** All tokens of a query, in order. Accepts any text. */
export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < query.length;) {
    const before = tokens.at(-1)?.end === at ? tokens.at(-1) : undefined;
    const space = /\s+/y;
    space.lastIndex = at;
    if (space.test(query)) {
      at = space.lastIndex;
      continue;
    }
    const token = readToken(query, at, before?.kind);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function readToken(query: string, at: number, behind: Token['kind'] | undefined): Token {
  const char = query[at];
  const isTerm = behind !== 'field';
  if ((char === '(' && isTerm) || char === ')') return { kind: char, at, end: at + 1 };
  if (char === '-' && isTerm && behind !== '-' && /^[^\s)]/.test(query.slice(at + 1, at + 2)))
    return { kind: '-', at, end: at + 1 };
  if (char === '"') return readQuoted(query, at);
  const name = isTerm ? match(/([a-z_]+):/iy, query, at) : undefined;
  if (name) return { kind: 'field', name: name[1] ?? '', at, end: at + name[0].length };
  return (char === '/' && readRegex(query, at)) || readWord(query, at, isTerm && behind !== '-');
}

function readQuoted(query: string, at: number): Token {
  const quoted = match(/"((?:[^"\\]|\\.)*)"/sy, query, at);
  if (!quoted) return { kind: 'open-quote', at, end: query.length };
  return { kind: 'word', text: (quoted[1] ?? '').replace(/\\(.)/gs, '$1'), at, end: at + quoted[0].length };
}

/** Reads up to a space or an unmatched closing parenthesis: `(f(x) or g)`. */
function readWord(query: string, at: number, mayBeKeyword: boolean): Token {
  let end = at;
  for (let depth = 0; end < query.length && !/\s/.test(query[end] ?? ''); end++) {
    if (query[end] === '(') depth++;
    if (query[end] === ')' && depth-- === 0) break;
  }
  const text = query.slice(at, end);
  if (text.includes('"')) return { kind: 'stray-quote', at: at + text.indexOf('"'), end };
  const word = text.toLowerCase();
  return mayBeKeyword && (word === 'and' || word === 'or' || word === 'not')
    ? { kind: 'keyword', word, at, end }
    : { kind: 'word', text, at, end };
}

/**
 * Reads up to the first slash that is followed only by flags and the end of the word. Undefined for anything else,
 * such as a path.
 */
function readRegex(query: string, at: number): Token | undefined {
  for (let index = at + 1; index < query.length; index++) {
    if (query[index] === '\\') index++;
    const tail =
      query[index] === '/' && index > at + 1 ? match(/\/([dgimsuvy]*)(?=[\s)]|$)/y, query, index) : undefined;
    if (!tail) continue;
    // `\/` is escaped only because slashes delimit a regex.
    const source = query.slice(at + 1, index).replace(/\\(.)/gs, (pair, char: string) => (char === '/' ? '/' : pair));
    return { kind: 'regex', source, flags: tail[1] ?? '', at, end: index + tail[0].length };
  }
  return undefined;
}

function match(pattern: RegExp, query: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(query) ?? undefined;
}
