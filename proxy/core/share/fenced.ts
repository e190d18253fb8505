/** A block of code in Markdown, whatever it holds: the fence is longer than any in it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}\n`;
}

/** Text within a line of Markdown: nothing of it is a link, HTML, a mention or formatting. */
export function inline(text: string): string {
  const line = visible(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const tick = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${tick}${space}${line}${space}${tick}`;
}

/** On one line, and with marks for what would not be seen or reorders its surroundings. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) =>
    char === '\n' ? ' ' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** The beginning of a text, and how much is missing. */
export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} more characters`;
