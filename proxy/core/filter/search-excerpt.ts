import type { Filter } from './filter.ts';
import { decodeEscapes } from './searched-text.ts';

/** A found word and its surroundings, each on one line. */
export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters on each side. */
const AROUND = 40;

/**
 * Finds the first word of the filter that occurs in a text. Undefined without one, or if `shown`, the visible text of
 * the entry, already contains it.
 */
export function excerptOf(filter: Filter, text: string, shown: string): Excerpt | undefined {
  if (!lacksWords(filter, shown)) return undefined;
  const words = wordsOf(filter);
  for (const variant of [text, decodeEscapes(text)])
    for (const word of words) {
      const at = variant.toLowerCase().indexOf(word);
      // Skips texts with one of the three letters that are longer in lower case, because the offset would be wrong.
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

/** True if the filter has words, and `shown`, the visible text of an entry, has none of them. */
export function lacksWords(filter: Filter, shown: string): boolean {
  const words = wordsOf(filter);
  return words.length > 0 && !words.some((word) => shown.toLowerCase().includes(word));
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The words to look for, in lower case, without the excluded ones. */
export function wordsOf(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(wordsOf);
    case 'text':
    case 'word':
      return filter.text === '' ? [] : [filter.text.toLowerCase()];
    default:
      return [];
  }
}
