/** The beginning of a text on one line, for a finding. Reads only the beginning, however long the text is. */
export function excerpt(text: string, characters = 80): string {
  const start = text.slice(0, characters * 4).trimStart(); // white space may shrink
  const line = start.replace(/\s+/g, ' ');
  const whole = text.length <= characters * 4;
  const shown = whole ? line.trimEnd() : line;
  return shown.length > characters || !whole ? `${shown.slice(0, characters - 1)}…` : shown;
}

/** Characters shown before the marked position. */
const BEFORE = 40;

/** The part of a text around an index, for a finding. Starts at the beginning of the text if the index is near it. */
export function excerptAround(text: string, index: number): string {
  if (index <= BEFORE) return excerpt(text);
  const before = text.slice(index - BEFORE).replace(/^[\udc00-\udfff]/, ''); // drops half a surrogate pair
  return `…${excerpt(before, 79)}`;
}
