import type { Filter } from './filter.ts';
import { readEscapes } from './text.ts';

/** A found word and what is around it, each on one line. */
export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters on each side. */
const AROUND = 40;

/**
 * Where a text has what the filter looks for in it: the first of its words that is there. Undefined where none is, and where `shown`,
 * what the reader sees of the entry anyway, has it already.
 */
export function excerptOf(filter: Filter, text: string, shown: string): Excerpt | undefined {
  const words = wordsOf(filter).filter((word) => word !== '');
  if (words.some((word) => shown.toLowerCase().includes(word))) return undefined;
  for (const variant of [text, readEscapes(text)])
    for (const word of words) {
      const at = variant.toLowerCase().indexOf(word);
      // Of a letter whose small form is longer the place is not told; there are three.
      if (at === -1 || variant.toLowerCase().length !== variant.length) continue;
      const end = at + word.length;
      return {
        before: `${at > AROUND ? '…' : ''}${onOneLine(variant.slice(Math.max(0, at - AROUND), at))}`,
        found: onOneLine(variant.slice(at, end)),
        after: `${onOneLine(variant.slice(end, end + AROUND))}${end + AROUND < variant.length ? '…' : ''}`,
      };
    }
  return undefined;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** What must be there, in small letters; not what must not. */
function wordsOf(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(wordsOf);
    case 'text':
    case 'word':
      return [filter.text.toLowerCase()];
    default:
      return [];
  }
}
