import type { Found } from './spans.ts';

/** Colours, cursor movements, titles and links of terminals (ECMA-48). */
const SEQUENCE = new RegExp(
  String.raw`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)|[()][A-Za-z0-9]|[=>@-Z\\^_])`,
  'g',
);

/** Finds secrets in what a terminal shows: a name and its value may be in two colours. */
export function withoutSequences(text: string, find: (text: string) => readonly Found[]): readonly Found[] {
  if (!text.includes('\x1b')) return find(text);
  const shown: string[] = [];
  const cuts: { readonly at: number; readonly skipped: number }[] = []; // by where they are in what is shown
  let copied = 0;
  let skipped = 0;
  for (const { index, 0: sequence } of text.matchAll(SEQUENCE)) {
    shown.push(text.slice(copied, index));
    copied = index + sequence.length;
    skipped += sequence.length;
    cuts.push({ at: copied - skipped, skipped });
  }
  shown.push(text.slice(copied));
  let next = 0;
  let before = 0;
  /** Where a character that is shown stands in the text. To be asked in order. */
  const placeOf = (at: number): number => {
    for (; (cuts[next]?.at ?? Infinity) <= at; next += 1) before = cuts[next]?.skipped ?? before;
    return at + before;
  };
  return find(shown.join('')).map(({ start, end, rule }) => ({
    start: placeOf(start),
    end: placeOf(end - 1) + 1,
    rule,
  }));
}
