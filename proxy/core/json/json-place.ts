import { endOfToken, skipSpace, type Span } from './json-tokens.ts';

/** An object or array around a place. */
export interface OpenContainer {
  readonly kind: 'object' | 'array';
  /** The names of the members and the JSON of their values; undefined for an object, an array or a missing value. */
  readonly members: ReadonlyMap<string, string | undefined>;
  /** The member that has the place; undefined in arrays, and before a name is written. */
  readonly key: string | undefined;
}

/** The content of a place in JSON text. */
export interface JsonPlace {
  /** From the outermost. */
  readonly containers: readonly OpenContainer[];
  readonly expects: 'key' | 'value';
  /** The token at the place; empty between tokens. */
  readonly token: Span;
  readonly isBeforeColon: boolean;
}

interface Building {
  readonly kind: 'object' | 'array';
  readonly members: Map<string, string | undefined>;
  key: string | undefined;
  expects: 'key' | 'colon' | 'value' | 'comma';
}

/**
 * Returns the place at `cursor` in JSON text that somebody is typing. The text may be incomplete: a string also ends at
 * the end of its line. Undefined where neither a name nor a value can be.
 */
export function jsonPlaceAt(text: string, cursor: number): JsonPlace | undefined {
  const open: Building[] = [];
  let place: JsonPlace | undefined;
  let isFound = false;

  function find(token: Span): void {
    isFound = true;
    const expects = open.at(-1)?.expects ?? 'value';
    if (expects !== 'key' && expects !== 'value') return;
    const isBeforeColon = text[skipSpace(text, token.end)] === ':';
    // The members are filled in later: a tag may follow the place.
    place = {
      containers: open.map(({ kind, members, key }) => ({ kind, members, key })),
      expects,
      token,
      isBeforeColon,
    };
  }

  for (let start = skipSpace(text, 0); start < text.length;) {
    const end = endOfTyped(text, start);
    const first = text.charAt(start);
    if (!isFound && cursor <= start) find({ start: cursor, end: cursor });
    else if (!isFound && !isPunctuation(first) && isWithin(text, cursor, { start, end })) find({ start, end });
    take(open, first, text.slice(start, end));
    start = skipSpace(text, end);
  }
  if (!isFound) find({ start: cursor, end: cursor });
  return place;
}

/** A cursor behind a closed string is outside of it. */
const isWithin = (text: string, cursor: number, { start, end }: Span): boolean =>
  cursor < end || (cursor === end && (text[start] !== '"' || end - start < 2 || text[end - 1] !== '"'));

const isPunctuation = (char: string): boolean => '{}[],:'.includes(char);

function endOfTyped(text: string, start: number): number {
  const end = endOfToken(text, start);
  const line = text[start] === '"' ? text.indexOf('\n', start) : -1;
  return line === -1 ? end : Math.min(end, line);
}

function take(open: Building[], first: string, token: string): void {
  const inner = open.at(-1);
  switch (first) {
    case '{':
    case '[':
      settle(inner, undefined);
      open.push({
        kind: first === '{' ? 'object' : 'array',
        members: new Map(),
        key: undefined,
        expects: first === '{' ? 'key' : 'value',
      });
      return;
    case '}':
    case ']':
      open.pop();
      return;
    case ',':
      if (!inner) return;
      inner.key = undefined;
      inner.expects = inner.kind === 'object' ? 'key' : 'value';
      return;
    case ':':
      if (inner) inner.expects = 'value';
      return;
    default:
      if (inner?.expects !== 'key') return settle(inner, token);
      inner.key = nameOf(token);
      inner.expects = 'colon';
      inner.members.set(inner.key, undefined);
  }
}

function settle(inner: Building | undefined, value: string | undefined): void {
  if (!inner) return;
  if (inner.key !== undefined) inner.members.set(inner.key, value);
  inner.expects = 'comma';
}

function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}
