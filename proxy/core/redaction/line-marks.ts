/** Marks before a line: a number, the signs of a diff, a quote or a comment; the sign of a list. */
const MARKS = /^(?:(?:[>+#*|]|-(?!-)|\/\/| {0,8}\d{1,6}(?:→|\t| {0,4}[|:](?= ))) ?){0,3}(?: *-(?= ))?/gm;

/** Replaces the marks before lines by spaces, so that the rest of the text keeps its place. */
export const withoutMarks = (text: string): string => text.replaceAll(MARKS, (marks) => marks.replaceAll(/[^ ]/g, ' '));
