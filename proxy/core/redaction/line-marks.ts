/** What programs and people put before each line: a number, the signs of a diff, a quote or a comment; the sign of a list. */
const MARKS = /^(?:(?:[>+#*|]|-(?!-)|\/\/| {0,8}\d{1,6}(?:→|\t| {0,4}[|:](?= ))) ?){0,3}(?: *-(?= ))?/gm;

/** A text with spaces for the marks before its lines. Everything else stays where it is. */
export const withoutMarks = (text: string): string => text.replaceAll(MARKS, (marks) => marks.replaceAll(/[^ ]/g, ' '));
