/**
 * Tokens and members of JSON text (RFC 8259), for code that keeps the text as sent: key order, repeated members,
 * escapes and numbers beyond 2^53. Expects text that `JSON.parse` accepts. Not recursive, so deep values do not
 * overflow the stack.
 */

/** Position of a value in the text: from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  /** Member name as its JSON token, or index in an array. */
  readonly key: string | number;
  readonly value: Span;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** The index of the next character that is not whitespace; at the end, the length of the text. */
export function skipSpace(text: string, from: number): number {
  let index = from;
  while (isSpace(text.charAt(index))) index += 1;
  return index;
}

/** The index after the token that starts at `start`: a bracket, a comma, a colon, a string, a number or a literal. */
export function endOfToken(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  let index = start + 1;
  if (!isPunctuation(first)) while (index < text.length && !endsWord(text.charAt(index))) index += 1;
  return index;
}

/** The index after the closing quote of the string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escape = quote;
    while (text[escape - 1] === '\\') escape -= 1;
    if ((quote - escape) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The tokens of the text, without the whitespace between them. */
export function* tokensOf(text: string): Generator<string> {
  for (let start = skipSpace(text, 0); start < text.length;) {
    const end = endOfToken(text, start);
    yield text.slice(start, end);
    start = skipSpace(text, end);
  }
}

/** The span of the value at `from`, or of the next value behind whitespace. */
export function valueSpan(text: string, from = 0): Span {
  const start = skipSpace(text, from);
  let end = endOfToken(text, start);
  if (isOpening(text[start]))
    for (let depth = 1; depth > 0 && end < text.length;) {
      const next = skipSpace(text, end);
      if (isOpening(text[next])) depth += 1;
      else if (isClosing(text[next])) depth -= 1;
      end = endOfToken(text, next);
    }
  return { start, end };
}

/** Counts open brackets in JSON text that comes in pieces and may be invalid. A piece never ends inside an escape. */
export function createNesting() {
  let depth = 0;
  let inString = false;
  return {
    add(piece: string): void {
      for (let index = 0; index < piece.length; index++) {
        const char = piece[index];
        if (inString && char === '\\') index += 1;
        else if (char === '"') inString = !inString;
        else if (!inString && isOpening(char)) depth += 1;
        else if (!inString && isClosing(char)) depth -= 1;
      }
    },
    /** True when no bracket and no string is open. */
    isClosed: (): boolean => depth <= 0 && !inString,
  };
}

export function kindAt(text: string, { start }: Span): JsonKind {
  const first = text[start];
  if (first === '{') return 'object';
  if (first === '[') return 'array';
  if (first === '"') return 'string';
  return first === 't' || first === 'f' || first === 'n' ? 'literal' : 'number';
}

/** Returns the direct members of an object or array in source order, with duplicates. Empty for other values. */
export function membersOf(text: string, container: Span): readonly Member[] {
  const kind = kindAt(text, container);
  if (kind !== 'object' && kind !== 'array') return [];
  const members: Member[] = [];
  let index = skipSpace(text, container.start + 1);
  while (index < container.end - 1) {
    let key: string | number = members.length;
    if (kind === 'object') {
      const end = endOfString(text, index);
      key = text.slice(index, end);
      index = skipSpace(text, end) + 1; // past the colon
    }
    const value = valueSpan(text, index);
    members.push({ key, value });
    index = skipSpace(text, skipSpace(text, value.end) + 1); // past the comma
  }
  return members;
}

const isSpace = (char: string) => char === ' ' || char === '\n' || char === '\t' || char === '\r';
const isOpening = (char: string | undefined) => char === '{' || char === '[';
const isClosing = (char: string | undefined) => char === '}' || char === ']';
const isPunctuation = (char: string) => isOpening(char) || isClosing(char) || char === ',' || char === ':';
const endsWord = (char: string) => char === '"' || isSpace(char) || isPunctuation(char);
