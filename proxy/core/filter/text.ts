import { decodeLossy } from '#core/wire/bytes.ts';
import type { TextTest } from './filter.ts';

/**
 * The text of an entry, in which filters search: its bytes as UTF-8, with U+FFFD for what is none, without the end of its line. Of a
 * process event, its JSON.
 */
export const textOf = (bytes: Uint8Array): string => withoutLineEnd(decodeLossy(bytes));

/** `textOf` for a text that was decoded already. */
export const withoutLineEnd = (text: string): string =>
  text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;

/**
 * Tests whether a text holds `words`, in any case. It is looked for in the text as it stands and, for frames that write `é` as
 * `\u00e9` or a line break as `\n`, in the text with its JSON escapes read. Letters are compared as they are written: a composed `é` is
 * not one of two parts.
 */
export function containing(words: string): TextTest {
  const wanted = words.toLowerCase();
  // Without such a character in it, what is found only after reading escapes was written with \u.
  const hasEscapable = /["\\/\b\f\n\r\t]/.test(wanted);
  return (text) =>
    text.toLowerCase().includes(wanted) ||
    (text.includes(hasEscapable ? '\\' : '\\u') && readEscapes(text).toLowerCase().includes(wanted));
}

/** Tests the text as it stands and with its JSON escapes read. */
export const plainOrRead =
  (test: TextTest): TextTest =>
  (text) =>
    test(text) || (text.includes('\\') && test(readEscapes(text)));

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

/** The text with its JSON escapes read. They stand only in strings, so that it need not be valid JSON. */
export const readEscapes = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (whole: string, code?: string, char?: string) =>
    code === undefined ? (ESCAPED[char ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
  );
