import { isObject } from '#core/json/json.ts';
import type { Part } from '#core/wire/jsonrpc.ts';

/** Deeper structures are not checked. */
const DEEPEST = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

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
    if (isKey(text, end)) count += 1;
    start = text.indexOf('"', end);
  }
  return count;
}

/** The index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === COLON;
}

/** Finds the name. Allocates, so it is called only for a text with a repeated name. */
function firstRepeated(text: string): string | undefined {
  const objects: Set<string>[] = [];
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === 0x7b) objects.push(new Set());
    else if (char === 0x7d) objects.pop();
    else if (char === QUOTE) {
      const end = endOfString(text, index);
      const name = isKey(text, end) ? String(JSON.parse(text.slice(index, end))) : undefined;
      const names = objects.at(-1);
      if (name !== undefined && names?.has(name)) return name;
      if (name !== undefined) names?.add(name);
      index = end - 1;
    }
  }
  return undefined;
}
