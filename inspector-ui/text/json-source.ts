/**
 * Reads JSON text without parsing it into values, so that what is shown is what was sent: key order, duplicate keys,
 * `__proto__`, and numbers as they were written. Works on text that `JSON.parse` has accepted; nothing recurses, and
 * only the containers that are looked into are scanned.
 */

/** Where a value stands in the text: from `start` up to, not with, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  /** Member name as its JSON token, or the position in an array. */
  readonly key: string | number;
  readonly value: Span;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** Why a text is no JSON, in the parser's words; undefined when it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The span of the one value of a JSON text, or undefined when the text is no JSON. */
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

/** The direct members of an object or array in the order of the text, duplicates included. Empty for other values. */
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

/** The string behind a string token: `"a\nb"` to its two lines. */
export function decodeString(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}

/** The JSON pointer (RFC 6901) of a member below its container's. */
export const pointerTo = (container: string, key: string | number): string =>
  `${container}/${typeof key === 'number' ? key : decodeString(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The containers on the way to a pointer and the value itself, outermost first; as far as the way exists. */
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
