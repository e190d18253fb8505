/** The least width: narrower terminals get lines of this width. */
const MIN_COLUMNS = 24;

/**
 * Breaks text between words into lines that begin with `first`, then with as many spaces. Never breaks words without
 * spaces, such as addresses, because people copy them. Without `columns` there is one line.
 */
export function wrap(first: string, text: string, columns = Number.POSITIVE_INFINITY): readonly string[] {
  const room = Math.max(MIN_COLUMNS, columns - first.length);
  const lines: string[] = [];
  let line = '';
  for (const word of Number.isFinite(columns) ? text.split(' ') : [text]) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part, index) => `${index === 0 ? first : ' '.repeat(first.length)}${part}`.trimEnd());
}
