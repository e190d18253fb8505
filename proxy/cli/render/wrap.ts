/** Narrower than this, text is broken as if there were so much. */
const LEAST_COLUMNS = 24;

/**
 * Text broken between words into lines that begin with `first` and then with as many spaces. What has no space in it, an address or an
 * identifier, is never broken: it is there to be copied. Without `columns` there is one line.
 */
export function wrap(first: string, text: string, columns = Number.POSITIVE_INFINITY): readonly string[] {
  const room = Math.max(LEAST_COLUMNS, columns - first.length);
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

/** A line cut to `columns` characters. */
export const cut = (line: string, columns = Number.POSITIVE_INFINITY): string =>
  line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
