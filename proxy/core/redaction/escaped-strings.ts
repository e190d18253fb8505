import type { Found } from './spans.ts';

/** A string with an escape. Skips strings without one, because a quote in prose may begin no string. */
const ESCAPED = /(?<!\\)"[^"\\\r\n]{0,4096}\\[^\r\n](?:[^"\\\r\n]|\\[^\r\n]){4,65536}"/g;

const ESCAPES = ['\\n', '\\"', '\\u'];

/** Finds secrets in the escaped strings of a text, such as JSON in prose, in a log or in code. */
export function secretsOfStrings(text: string, find: (value: string) => readonly Found[]): readonly Found[] {
  if (!ESCAPES.some((escape) => text.includes(escape))) return [];
  return Array.from(text.matchAll(ESCAPED)).flatMap(({ index, 0: spelled }) => {
    const { value, places } = readString(spelled);
    const placeOf = (at: number) => index + 1 + (places[at] ?? 0);
    return find(value).map(({ start, end, rule }) => ({ start: placeOf(start), end: placeOf(end), rule }));
  });
}

/** The spelling of a string between its quotes. The second quote is missing where the text is cut. */
export const contentOf = (spelled: string): string => /^"(?<content>[^]*?)"?$/.exec(spelled)?.groups?.['content'] ?? '';

/** A string, and where each of its characters begins in its spelling. An escape unknown to JSON is kept unchanged. */
export function readString(spelled: string): { readonly value: string; readonly places: readonly number[] } {
  const content = contentOf(spelled);
  const places: number[] = [];
  let value = '';
  for (const { index, 0: part } of content.matchAll(/\\u[\dA-Fa-f]{4}|\\["\\/bfnrt]|\\|[^\\]+/g)) {
    const isEscape = part.length > 1 && part.startsWith('\\');
    for (let at = 0; at < (isEscape ? 1 : part.length); at += 1) places.push(index + at);
    value += isEscape ? String(JSON.parse(`"${part}"`)) : part;
  }
  return { value, places: [...places, content.length] };
}
