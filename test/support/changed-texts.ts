import { digest } from './changed-lines.ts';

/** Stands in for a character of a text, one after the other. */
const OTHERS = '0a"_ [{/.,:\\-(\n\'=Z';

type Change = (text: string, at: number) => string;

/** Changes of a text at a character. */
const CHANGES: Readonly<Record<string, Change>> = {
  cut: (text, at) => text.slice(0, at),
  without: (text, at) => text.slice(0, at) + text.slice(at + 1),
  twice: (text, at) => text.slice(0, at + 1) + text.slice(at),
  other: (text, at) => text.slice(0, at) + OTHERS.charAt(at % OTHERS.length) + text.slice(at + 1),
};

/**
 * Returns digests of the results of a reader: for a text, and for the text with one changed character, in about `most`
 * places.
 */
export function readChanged(text: string, read: (changed: string, at: number) => unknown, most = 60): string {
  const step = Math.max(1, Math.floor(text.length / most));
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, no) => no * step);
  const words = Object.entries(CHANGES).map(
    ([name, change]) => `${name} ${digest(places.map((at) => resultOf(read, change(text, at), at)))}`,
  );
  return `${digest(resultOf(read, text, text.length))}, ${places.length} characters: ${words.join(', ')}`;
}

function resultOf(read: (text: string, at: number) => unknown, text: string, at: number): unknown {
  try {
    return read(text, at) ?? null;
  } catch (cause) {
    return cause instanceof SyntaxError ? cause.name : String(cause); // engines word it otherwise
  }
}
