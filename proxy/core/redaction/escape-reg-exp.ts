/** A text as a pattern that matches it and nothing else, outside of `[]`, with any flags. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
