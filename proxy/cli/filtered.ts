import type { EntryRow } from '#core/contract/api.ts';
import { hasKind, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { parseFilter, readFilter } from '#core/filter/parse.ts';
import type { Found } from './recordings.ts';

/** What a query means in a recording: `seq` of the entries, in order. */
export type Matching = (found: Pick<Found, 'store' | 'no'>) => ReadonlySet<number>;

/**
 * Reads a query; nothing is opened yet, so that one that cannot be read is said at once.
 * @throws {AcptapError} `bad-filter`.
 */
export async function readQuery(query: string): Promise<{ readonly filter: Filter; readonly matching: Matching }> {
  const parsed = parseFilter(query);
  const compile = parsed.ok && hasKind(parsed.filter, 'regex') ? await loadRegexes() : NO_REGEX;
  const filter = readFilter(query, compile);
  const matching: Matching = ({ store, no }) => {
    store.filter.useRegexes(compile);
    return new Set(store.filter.matching(no, filter));
  };
  return { filter, matching };
}

/** Rows a time. */
const WINDOW = 500;

/** The rows of a recording in order, or only those of `seqs`. */
export function* rowsOf(
  { store, no, summary }: Pick<Found, 'store' | 'no' | 'summary'>,
  seqs?: ReadonlySet<number>,
): Generator<EntryRow> {
  for (let from = 0; from < summary.total; from += WINDOW) {
    const count = Math.min(WINDOW, summary.total - from);
    if (seqs && !hasAny(seqs, from, count)) continue;
    for (const row of store.read.rows(no, from, count)) if (!seqs || seqs.has(row.seq)) yield row;
  }
}

function hasAny(seqs: ReadonlySet<number>, from: number, count: number): boolean {
  for (let seq = from; seq < from + count; seq++) if (seqs.has(seq)) return true;
  return false;
}

const loadRegexes = async (): Promise<CompileRegex> => (await import('../regex/linear-regex.ts')).compileRegex;

const NO_REGEX: CompileRegex = () => {
  throw new Error('the filter has no regex');
};
