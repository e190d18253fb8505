/** The beginning of a text on one line, for a finding. Looks at no more of the text than it shows, however long that is. */
export function excerpt(text: string, characters = 80): string {
  const start = text.slice(0, characters * 4).trimStart(); // white space may shrink
  const line = start.replace(/\s+/g, ' ');
  const whole = text.length <= characters * 4;
  const shown = whole ? line.trimEnd() : line;
  return shown.length > characters || !whole ? `${shown.slice(0, characters - 1)}…` : shown;
}
