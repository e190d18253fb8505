/** The most comments on entries in an issue. */
const MAX_COMMENTS = 50;

/** A comment on an entry. */
export interface EntryComment {
  readonly seq: number;
  readonly comment: string;
}

/** The comments of people as lines of Markdown: those on the recording first, each other one with its entry. */
export function commentLines(
  ofRecording: readonly string[],
  ofEntries: readonly EntryComment[],
  escaped: (text: string) => string,
): readonly string[] {
  const lines = [
    ...ofRecording.map((comment) => `- ${escaped(comment)}`),
    ...ofEntries.slice(0, MAX_COMMENTS).map(({ seq, comment }) => `- #${seq}: ${escaped(comment)}`),
    ...(ofEntries.length > MAX_COMMENTS ? [`- … ${ofEntries.length - MAX_COMMENTS} comments left out`] : []),
  ];
  return lines.length === 0 ? [] : ['### Comments\n', ...lines, ''];
}
