import type { TextTest } from './filter.ts';

/**
 * Tests whether a whole text matches a pattern, ignoring case; `*` stands for any characters, or none. Not a regular
 * expression, which could take exponential time for several stars on a long text.
 */
export function wildcard(pattern: string): TextTest {
  const pieces = pattern.toLowerCase().split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1);
  if (pieces.length === 1) return (text) => text.toLowerCase() === first;
  return (text) => {
    const lower = text.toLowerCase();
    const end = lower.length - last.length;
    if (!lower.startsWith(first) || !lower.endsWith(last)) return false;
    let from = first.length;
    for (const piece of middle) {
      const found = lower.indexOf(piece, from);
      if (found === -1) return false;
      from = found + piece.length;
    }
    return from <= end;
  };
}
