/**
 * Makes recorded text safe for a terminal: writes out escape sequences, other control characters and marks that change
 * the writing direction, so that a recording cannot deceive its reader.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

// oxlint-disable-next-line no-control-regex -- they are the subject
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Writes the same characters as JSON escapes, in a text of several lines. Keeps tabs and line ends: the value of JSON
 * stays the same, because its strings cannot contain these two.
 */
export const escapeUnseen = (text: string): string =>
  text.replace(UNSEEN, (char) =>
    char === '\t' || char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
