import { isObject } from '#core/json/json.ts';
import { endOfString, skipSpace, tokensOf } from '#core/json/json-tokens.ts';
import type { Part } from '#core/wire/jsonrpc.ts';

/** Deeper structures are not checked. */
const DEEPEST = 200;

/**
 * Returns a name that occurs twice in one object of a JSON text, or undefined. First compares the count of names in the
 * text with that in `parts`, the parsed text: equal counts mean no repeated name, without any allocation.
 */
export function repeatedKey(text: string, parts: readonly Part[]): string | undefined {
  let kept = 0;
  for (const { value } of parts) kept += keysIn(value, 0);
  return Number.isNaN(kept) || kept === keysWritten(text) ? undefined : firstRepeated(text);
}

/** How many members a value has, at all depths; NaN when it is too deep. */
function keysIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > DEEPEST) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += keysIn(item, depth + 1);
  if (isObject(value))
    for (const name in value) if (Object.hasOwn(value, name)) count += 1 + keysIn(value[name], depth + 1);
  return count;
}

/** Counts the strings before a colon. Jumps from quote to quote, because most of a text is inside strings. */
function keysWritten(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    if (text[skipSpace(text, end)] === ':') count += 1;
    start = text.indexOf('"', end);
  }
  return count;
}

/** Finds the name. Allocates, so it is called only for a text with a repeated name. */
function firstRepeated(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let before = '';
  for (const token of tokensOf(text)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token === ':') {
      const name = String(JSON.parse(before));
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
    before = token;
  }
  return undefined;
}
