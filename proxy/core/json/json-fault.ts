import { skipSpace } from './json-tokens.ts';

/**
 * The position where a text stops being JSON, and the reason. `isEnd`: the text is a valid beginning of JSON
 * and its rest is missing.
 */
export interface JsonFault {
  readonly at: number;
  /** A few words, for the end of a sentence. */
  readonly what: string;
  readonly isEnd: boolean;
  /** The text ends inside a string, or inside the name of a member. */
  readonly isInString?: true;
  readonly isInName?: true;
}

/** The tokens that may come next. After `first …`, the array or object may also close at once. */
type Next = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'separator' | 'nothing';

const WORD = /[\w$.+-]{1,24}/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CUT_NUMBER = /^(?:-|\.|[eE][+-]?)$/;
const LITERALS = ['true', 'false', 'null'];

/**
 * Returns the first fault of a text as JSON (RFC 8259), or undefined for valid JSON. Engines word their
 * errors differently, and V8 often gives no position. Accepts text of any depth and length.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const closers: ('}' | ']')[] = [];
  let next: Next = 'value';
  let at = text.startsWith('\u{feff}') ? 1 : 0;

  const valueEnded = (): Next => (closers.length > 0 ? 'separator' : 'nothing');

  for (;;) {
    at = skipSpace(text, at);
    const char = text[at];
    if (char === undefined) return next === 'nothing' ? undefined : ends(at, closers.at(-1));
    if (char === closers.at(-1) && (next === 'separator' || next.startsWith('first'))) {
      closers.pop();
      next = valueEnded();
      at += 1;
    } else if (next === 'colon' || (next === 'separator' && char === ',')) {
      if (next === 'colon' && char !== ':') return { at, what: 'no colon after a name', isEnd: false };
      next = next === 'separator' && closers.at(-1) === '}' ? 'name' : 'value';
      at += 1;
    } else if (next === 'separator' || next === 'nothing') {
      return isCutNumber(text, at)
        ? ends(at, closers.at(-1))
        : { at, what: tooMuch(text, at, closers.at(-1)), isEnd: false };
    } else if (char === '"') {
      const end = checkString(text, at);
      const isName = next.endsWith('name');
      if (typeof end !== 'number')
        return isName && end.isEnd ? { ...end, what: 'it ends inside a name', isInName: true } : end;
      next = isName ? 'colon' : valueEnded();
      at = end;
    } else if (next.endsWith('name')) {
      return { at, what: noName(text, at), isEnd: false };
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      next = char === '{' ? 'first name' : 'first value';
      at += 1;
    } else {
      const end = endOfScalar(text, at);
      if (end === undefined) return noValue(text, at, closers.at(-1));
      next = valueEnded();
      at = end;
    }
  }
}

const ends = (at: number, closer: string | undefined): JsonFault => ({
  at,
  what: closer === undefined ? 'it ends before a value' : `it ends before the ${closer} that is missing`,
  isEnd: true,
});

/** Returns the end of the string that begins here, or its fault. `endOfString` skips escapes, this checks each. */
function checkString(text: string, start: number): number | JsonFault {
  const isOver = (at: number): JsonFault => ({ at, what: 'it ends inside a string', isEnd: true, isInString: true });
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') return at + 1;
    if (char < ' ') {
      // A string that was cut may be followed by the end of the line, which is not part of it.
      if (skipSpace(text, at) >= text.length && '\n\r'.includes(char)) return isOver(at);
      return { at, what: 'a control character in a string', isEnd: false };
    }
    if (char !== '\\') continue;
    at += 1;
    const escaped = text[at];
    if (escaped === undefined || (escaped === '\n' && at === text.length - 1)) return isOver(at);
    if (!'"\\/bfnrtu'.includes(escaped)) return { at, what: 'a backslash before what needs none', isEnd: false };
    if (escaped !== 'u') continue;
    for (let digit = 0; digit < 4; digit++) {
      at += 1;
      if (at >= text.length || (text[at] === '\n' && at === text.length - 1)) return isOver(at);
      if (!/[\da-f]/i.test(text[at] ?? '')) return { at, what: 'a \\u without four hexadecimal digits', isEnd: false };
    }
  }
  return isOver(text.length);
}

/** Returns the end of the number or literal that begins here; undefined for anything else. */
function endOfScalar(text: string, at: number): number | undefined {
  const literal = LITERALS.find((each) => text.startsWith(each, at));
  if (literal !== undefined) return at + literal.length;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : undefined;
}

function noValue(text: string, at: number, closer: string | undefined): JsonFault {
  const rest = text.slice(at, at + 8).trimEnd();
  if (CUT_NUMBER.test(rest) || LITERALS.some((each) => each.startsWith(rest))) return ends(at, closer);
  const char = text[at] ?? '';
  const word = wordAt(text, at);
  const what =
    word !== undefined
      ? `${word} is not a JSON value`
      : char === closer
        ? `a comma before ${char}`
        : char === "'"
          ? 'a text in single quotes'
          : `${JSON.stringify(char)} in place of a value`;
  return { at, what, isEnd: false };
}

function noName(text: string, at: number): string {
  const char = text[at] ?? '';
  const word = wordAt(text, at);
  if (word !== undefined) return `the name ${word} without quotes`;
  if (char === '}') return 'a comma before }';
  return char === "'" ? 'a name in single quotes' : `${JSON.stringify(char)} in place of a name`;
}

function tooMuch(text: string, at: number, closer: string | undefined): string {
  if (closer !== undefined) return `no comma or ${closer} after a value`;
  return text[at] === '{' ? 'a second object follows on the same line' : 'more follows on the same line';
}

const isCutNumber = (text: string, at: number) => CUT_NUMBER.test(text.slice(at, at + 8).trimEnd());

function wordAt(text: string, at: number): string | undefined {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0];
}
