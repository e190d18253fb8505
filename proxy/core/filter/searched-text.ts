import { decodeLossy } from '#core/wire/bytes.ts';
import type { TextTest } from './filter.ts';

/**
 * The text of an entry for searching: its bytes as UTF-8, with U+FFFD for invalid ones, without the line end. For a
 * process event, its JSON.
 */
export const searchedText = (bytes: Uint8Array): string => withoutLineEnd(decodeLossy(bytes));

/** Removes the line end from a text, as `searchedText` does. */
export const withoutLineEnd = (text: string): string =>
  text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;

/**
 * Tests whether a text contains `words`, ignoring case. Searches the raw text and, for frames that write `é` as
 * `\u00e9` or a line break as `\n`, the text with decoded JSON escapes. Does not normalise letters: a composed `é`
 * differs from one of two parts.
 */
export function containsText(words: string): TextTest {
  const wanted = words.toLowerCase();
  // If `words` has none of these characters, only a \u escape can hide it.
  const hasEscapable = /["\\/\b\f\n\r\t]/.test(wanted);
  return (text) =>
    text.toLowerCase().includes(wanted) ||
    (text.includes(hasEscapable ? '\\' : '\\u') && decodeEscapes(text).toLowerCase().includes(wanted));
}

/** Tests the raw text and the text with decoded JSON escapes. */
export const plainOrUnescaped =
  (test: TextTest): TextTest =>
  (text) =>
    test(text) || (text.includes('\\') && test(decodeEscapes(text)));

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Decodes JSON escapes. They occur only in strings, so the text need not be valid JSON. */
export const decodeEscapes = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (whole: string, code?: string, char?: string) =>
    code === undefined ? (ESCAPED[char ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
  );
