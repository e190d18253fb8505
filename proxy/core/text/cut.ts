/** A text in at most `most` characters, the `…` of a cut included. Without `most`, the whole text. */
export const cut = (text: string, most = Number.POSITIVE_INFINITY): string =>
  text.length > most ? `${beginning(text, most - 1)}…` : text;

/** The first `kept` characters of a text, with `…` after them if there are more. */
export const cutAfter = (text: string, kept: number): string =>
  text.length > kept ? `${beginning(text, kept)}…` : text;

/** The first `most` characters of a text. Never splits a surrogate pair. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
