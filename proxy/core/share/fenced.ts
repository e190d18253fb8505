/** A Markdown code block for any text: its fence is longer than any fence inside. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}\n`;
}

/** Escapes text for a line of Markdown: no link, HTML, mention or formatting remains. */
export function inline(text: string): string {
  const line = visible(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const tick = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${tick}${space}${line}${space}${tick}`;
}

/** Puts text on one line, and marks invisible characters and those that change the text direction. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) =>
    char === '\n' ? ' ' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** The beginning of a text, and the number of characters left out. */
export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} more characters`;
