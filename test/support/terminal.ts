/** What a terminal acts on: all control characters but the line feed, and marks that turn the writing direction or hide. */
export const DANGEROUS =
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
