import { endOfString, endOfToken, skipSpace } from './json-tokens.ts';

/** The path of a string: the member names that lead to it. An array element has the name `''`. */
export type StringPath = readonly string[];

/** Functions that replace the scalars of JSON text. An unchanged value keeps its spelling. */
interface ScalarMap {
  readonly string: (value: string, path: StringPath, start: number) => string;
  /** Gets a number as spelled. A returned string replaces it. */
  readonly number?: (spelled: string, path: StringPath, start: number) => string;
  /** Gets the name of a member. Paths keep the original name. */
  readonly name?: (name: string) => string;
  /** Reads the strings. Default: as valid JSON spells them. */
  readonly spelling?: Spelling;
}

/** How strings are spelled. */
export interface Spelling {
  /** The index after the string that opens at `start`. */
  readonly endOf: (text: string, start: number) => number;
  /** The value of a string with its quotes. */
  readonly valueOf: (spelled: string) => string;
}

/** `mapScalars` for string values alone. */
export const mapStrings = (text: string, map: ScalarMap['string']): string => mapScalars(text, { string: map });

/**
 * Replaces scalars in JSON text and keeps every other character: spacing, key order, repeated keys, spelling
 * of numbers. An unchanged value keeps its escapes. Expects valid JSON, or a `spelling` that reads any string. Not
 * recursive, so deep values do not overflow the stack.
 */
export function mapScalars(
  text: string,
  { string, number, name = (same) => same, spelling = VALID }: ScalarMap,
): string {
  const path: string[] = [];
  const kinds: ('object' | 'array')[] = [];
  let result = '';
  let copied = 0;
  let isKey = false;
  let last = ''; // the last string

  function replace(start: number, end: number, mapped: string): void {
    result += text.slice(copied, start) + JSON.stringify(mapped);
    copied = end;
  }

  let end = 0;
  for (let index = skipSpace(text, 0); index < text.length; index = skipSpace(text, end)) {
    const char = text.charAt(index);
    end = char === '"' ? spelling.endOf(text, index) : endOfToken(text, index);
    if (char === '{' || char === '[') {
      kinds.push(char === '{' ? 'object' : 'array');
      path.push('');
      isKey = char === '{';
    } else if (char === '}' || char === ']') {
      kinds.pop();
      path.pop();
      isKey = false;
    } else if (char === ',') {
      isKey = kinds.at(-1) === 'object';
    } else if (char === ':') {
      isKey = false;
      if (kinds.at(-1) === 'object') path[path.length - 1] = last;
    } else if (char === '"') {
      const value = spelling.valueOf(text.slice(index, end));
      const mapped = isKey ? name(value) : string(value, path, index);
      last = value;
      if (mapped !== value) replace(index, end, mapped);
    } else if (number && /[-\d]/.test(char)) {
      const spelled = text.slice(index, end);
      const mapped = number(spelled, path, index);
      if (mapped !== spelled) replace(index, end, mapped);
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

const VALID: Spelling = { endOf: endOfString, valueOf: (spelled) => String(JSON.parse(spelled)) };
