import { membersOf, valueSpan, type Span } from '#core/json/json-tokens.ts';
import { escapeName } from '#core/json/pointer.ts';

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
export function rootSpan(text: string): Span | undefined {
  if (jsonProblem(text) !== undefined) return undefined;
  return valueSpan(text);
}

/** Decodes a string token: `"a\nb"` becomes two lines. */
export function decodeString(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}

/** Returns the JSON pointer (RFC 6901) of a member of a container. */
export const pointerTo = (container: string, key: string | number): string =>
  `${container}/${typeof key === 'number' ? key : escapeName(decodeString(key))}`;

/** Returns the spans of the containers along a pointer and of its value, outermost first. Stops where the path ends. */
export function spansTo(text: string, pointer: string): readonly Span[] {
  const root = rootSpan(text);
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
