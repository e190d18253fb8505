/**
 * Reads JSON text without parsing it into values, to show it as sent: with key order, duplicate keys, `__proto__`, and
 * the original numbers. Requires text that `JSON.parse` accepts. Does not recurse, and scans only opened containers.
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

/** Returns the parser's message for invalid JSON; undefined for valid JSON. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the span of the root value; undefined if the text is not JSON. */
export function rootOf(text: string): Span | undefined {
  if (jsonProblem(text) !== undefined) return undefined;
  const start = skipSpace(text, 0);
  return { start, end: endOfValue(text, start) };
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
      index = skipSpace(text, skipSpace(text, end) + 1); // past the colon
    }
    const end = endOfValue(text, index);
    members.push({ key, value: { start: index, end } });
    index = skipSpace(text, skipSpace(text, end) + 1); // past the comma
  }
  return members;
}

/** Decodes a string token: `"a\nb"` becomes two lines. */
export function decodeString(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}

/** Returns the JSON pointer (RFC 6901) of a member of a container. */
export const pointerTo = (container: string, key: string | number): string =>
  `${container}/${typeof key === 'number' ? key : decodeString(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns the spans of the containers along a pointer and of its value, outermost first. Stops where the path ends. */
export function spansTo(text: string, pointer: string): readonly Span[] {
  const root = rootOf(text);
  if (!root) return [];
  const spans = [root];
  let path = '';
  for (const token of pointer.split('/').slice(1)) {
    const container = spans.at(-1);
    path = `${path}/${token}`;
    const parent = path.slice(0, path.length - token.length - 1);
    const found = container && membersOf(text, container).findLast(({ key }) => pointerTo(parent, key) === path);
    if (!found) break;
    spans.push(found.value);
  }
  return spans;
}

const SPACE = new Set([' ', '\t', '\n', '\r']);
const VALUE_END = new Set([',', ']', '}', ...SPACE]);

function skipSpace(text: string, from: number): number {
  let index = from;
  while (SPACE.has(text[index] ?? '')) index++;
  return index;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    let index = start;
    while (index < text.length && !VALUE_END.has(text[index] ?? '')) index++;
    return index;
  }
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return index + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1) {
    let escape = quote;
    while (text[escape - 1] === '\\') escape--;
    if ((quote - escape) % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}
