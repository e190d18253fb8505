import { membersOf, valueSpan, type Span } from '../json/json-tokens.ts';

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
  return span && text.slice(span.start, span.end);
}

/** Replaces the value of a top-level member and keeps every other byte. */
export function replaceMember(text: string, name: string, value: string): string {
  const span = memberSpan(text, name);
  return span ? text.slice(0, span.start) + value + text.slice(span.end) : text;
}

/**
 * The span of a top-level member's value. Takes the last of repeated members, as `JSON.parse` does.
 * Expects the text of a valid JSON object; returns undefined when it has no such member.
 */
const memberSpan = (text: string, name: string): Span | undefined =>
  membersOf(text, valueSpan(text)).findLast(({ key }) => JSON.parse(String(key)) === name)?.value;
