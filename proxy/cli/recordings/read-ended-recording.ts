import type { Query } from './read-query.ts';
import type { MatchingEntries, Recording } from './recording.ts';

/** Rows at a time. */
const PORTION = 500;

/** Reads a recording that is completely known. */
export function readEndedRecording(
  { matching, rows, row, summary, findingsAt }: Omit<Recording, 'read'>,
  query: Query | undefined,
): MatchingEntries {
  const seqs = query && matching(query);

  return {
    *portions(limit = Infinity) {
      let portion = [];
      for (const each of rows(seqs && takeFirst(seqs, limit))) {
        if (portion.push(each) < PORTION) continue;
        yield portion;
        portion = [];
      }
      yield portion;
    },
    matches: () => seqs?.size ?? summary().total,
    isWhole: () => true,
    isCounted: () => true,
    summary,
    row,
    findingsAt,
    late: () => [],
  };
}

/** The first numbers of a set. */
export const takeFirst = (seqs: ReadonlySet<number>, limit: number): ReadonlySet<number> =>
  seqs.size <= limit ? seqs : new Set([...seqs].slice(0, limit));
