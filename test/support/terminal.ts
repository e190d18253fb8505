/**
 * Characters that a terminal acts on: all control characters except the line feed, and marks that change the writing
 * direction or hide text.
 */
export const DANGEROUS =
  // oxlint-disable-next-line no-control-regex -- they are the subject
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
