import { endOfString } from '../json/json-strings.ts';

declare const idToken: unique symbol;

/**
 * A JSON-RPC id as its JSON text, so that `1` and `"1"` differ and integers beyond 2^53 keep every digit.
 * Equal ids have equal tokens: `1.0` and `1e0` become `1`, and escapes in strings are resolved.
 */
export type IdToken = string & { readonly [idToken]: true };

/**
 * The token of an `id` member; undefined when the value is not a valid id (JSON-RPC 2.0 §4: string, number or null).
 * `text` returns the JSON text of the message; it is called only for a number that `JSON.parse` may have changed.
 */
export function toIdToken(value: unknown, text: () => string): IdToken | undefined {
  if (value === null || typeof value === 'string') return JSON.stringify(value) as IdToken; // made only here
  if (typeof value !== 'number') return undefined;
  const exact = Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : lastMember(text(), 'id');
  return (exact ?? JSON.stringify(value)) as IdToken;
}

/** The JSON text of a top-level member's value; see `memberSpan`. */
export function lastMember(text: string, name: string): string | undefined {
  const span = memberSpan(text, name);
  return span && text.slice(...span);
}

/** Replaces the value of a top-level member and keeps every other byte. */
export function replaceMember(text: string, name: string, value: string): string {
  const span = memberSpan(text, name);
  return span ? text.slice(0, span[0]) + value + text.slice(span[1]) : text;
}

/**
 * Start and end of a top-level member's value. Takes the last of repeated members, as `JSON.parse` does.
 * Expects the text of a valid JSON object; returns undefined when it has no such member.
 */
function memberSpan(text: string, name: string): [start: number, end: number] | undefined {
  let found: [number, number] | undefined;
  let depth = 0;
  let key: string | undefined;
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    const finishes = depth === 1 && (char === ',' || char === '}');
    if (finishes && key === name) found = trimSpan(text, start, index);
    if (finishes) key = undefined;

    if (char === '"') {
      const end = endOfString(text, index);
      if (depth === 1 && key === undefined) key = String(JSON.parse(text.slice(index, end)));
      index = end - 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === ':' && depth === 1) start = index + 1;
  }
  return found;
}

function trimSpan(text: string, start: number, end: number): [number, number] {
  const value = text.slice(start, end);
  return [start + value.length - value.trimStart().length, end - (value.length - value.trimEnd().length)];
}
