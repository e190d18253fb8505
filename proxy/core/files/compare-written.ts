import type { Match } from '#core/model/files.ts';
import type { Difference } from './proposed.ts';

/** Applies the differences to the text before. undefined if they do not fit it. */
export function proposedText(before: string | undefined, differences: readonly Difference[]): string | undefined {
  let text = before;
  for (const { before: old, after } of differences) {
    if (old === null || old === '' || old === text) text = after;
    else if (text?.includes(old)) text = text.replace(old, () => after);
    else return undefined;
  }
  return text;
}

/**
 * True if the differences fit a text of the file, or it is unknown, or it has the new texts already. Agents may show
 * other line ends than the file has.
 */
export function fitsText(before: string | undefined, differences: readonly Difference[]): boolean {
  if (before === undefined) return true;
  const plain = (text: string) => text.replaceAll('\r\n', '\n');
  const shown = differences.map((each) => ({
    before: each.before === null ? null : plain(each.before),
    after: plain(each.after),
  }));
  const text = plain(before);
  return proposedText(text, shown) !== undefined || shown.every(({ after }) => after !== '' && text.includes(after));
}

/** Compares a written text with the differences that were shown for it. `before`: the text before, if known. */
export function matchOf(before: string | undefined, differences: readonly Difference[], written: string): Match {
  const expected = proposedText(before, differences);
  if (expected !== undefined)
    return expected === written || everywhere(before, differences) === written ? 'same' : 'different';
  const last = differences.at(-1);
  if (last && last.after === written) return 'same';
  return differences.every(({ after }) => written.includes(after)) ? 'part' : 'different';
}

/** Applies a single difference wherever its old text occurs. Some tools write so and show the difference once. */
const everywhere = (before: string | undefined, [only, ...more]: readonly Difference[]): string | undefined =>
  only?.before && more.length === 0 ? before?.replaceAll(only.before, () => only.after) : undefined;
