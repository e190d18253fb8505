import { SEQUENCE } from '#core/text/control-sequences.ts';
import type { Found } from './spans.ts';

const SEQUENCES = new RegExp(SEQUENCE, 'g');

/** A line break with the spaces and the side of a box around it, where a terminal or a program wraps a line. */
const BREAK = String.raw`(?<![ \t])[ \t]*(?:[│┃|][ \t]*)?\r?\n[ \t]*(?:[│┃|][ \t]*)?`;
const SEQUENCES_AND_BREAKS = new RegExp(`${SEQUENCE}|${BREAK}`, 'g');

/** A text without some of its parts. */
export interface StrippedText {
  readonly text: string;
  /** The index in the whole text of a shown character. */
  readonly placeOf: (at: number) => number;
}

/** Finds secrets in the text that a terminal shows: a name and its value may have two colours. */
export function withoutSequences(text: string, find: (text: string) => readonly Found[]): readonly Found[] {
  if (!text.includes('\x1b')) return find(text);
  const shown = without(text, SEQUENCES);
  return find(shown.text).map(({ start, end, rule }) => ({
    start: shown.placeOf(start),
    end: shown.placeOf(end - 1) + 1,
    rule,
  }));
}

/** A text as one line without control sequences, as it was before a terminal wrapped and coloured it. */
export function unwrapped(text: string): StrippedText {
  if (!text.includes('\n') && !text.includes('\x1b')) return { text, placeOf: (at) => at };
  return without(text, SEQUENCES_AND_BREAKS);
}

function without(text: string, pattern: RegExp): StrippedText {
  const parts: string[] = [];
  const cuts: { readonly at: number; readonly skipped: number }[] = []; // by their index in the shown text
  let copied = 0;
  let skipped = 0;
  for (const { index, 0: part } of text.matchAll(pattern)) {
    parts.push(text.slice(copied, index));
    copied = index + part.length;
    skipped += part.length;
    cuts.push({ at: copied - skipped, skipped });
  }
  parts.push(text.slice(copied));
  return {
    text: parts.join(''),
    placeOf(at) {
      let [low, high] = [0, cuts.length]; // the number of cuts up to `at` is between
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((cuts[middle]?.at ?? Infinity) <= at) low = middle + 1;
        else high = middle;
      }
      return at + (cuts[low - 1]?.skipped ?? 0);
    },
  };
}
