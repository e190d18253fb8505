import type { CompileRegex, Filter } from '#core/filter/filter.ts';
import { createBlockReader } from './block-reader.ts';
import { registerFilterFunctions } from './filter-functions.ts';
import { filterSql } from './filter-sql.ts';
import { FILTER_TABLES } from '../tables/filter-tables.ts';
import type { Connection } from '../connection/open.ts';
import { entryKey, keyRange, seqOfKey } from '../connection/entry-key.ts';

/** Entries that the first statement searches: few, for a first hit at once. Each later one searches twice as many. */
const FIRST_PART = 4096;
const LARGEST_PART = 64 * FIRST_PART;

/** Adds the filter functions to a connection, and reads matching entries with the search index. */
export function createFiltering(connection: Connection) {
  let regexes: CompileRegex | undefined;
  registerFilterFunctions(connection, () => {
    if (!regexes) throw new Error('a filter with a regex, and no useRegexes before it');
    return regexes;
  });

  const spans = createBlockReader(connection);
  const lastEntry = connection.prepare(`SELECT max(place) FROM message WHERE place BETWEEN ? AND ?`).pluck();

  /** `seq` of the entries that match a filter, in order: an array for each part of the recording. */
  function* matchingParts(no: number, filter: Filter): Generator<readonly number[]> {
    const { where, parameters } = filterSql(filter, no);
    const select = connection
      .prepare(`SELECT m.place ${FILTER_TABLES} WHERE m.place BETWEEN @first AND @last AND ${where} ORDER BY m.place`)
      .pluck();
    const between = (from: number, to: number): readonly number[] => {
      const [first, last] = keyRange(no, from, to - 1);
      return (select.all({ ...parameters, first, last }) as number[]).map(seqOfKey); // the one column
    };
    const nextSpan = spans(no, filter);
    const end = seqOfKey(Number(lastEntry.get(...keyRange(no)) ?? entryKey(no, 0))) + 1;
    let most = FIRST_PART;
    for (let at = 0; at < end;) {
      const { from, to } = nextSpan?.(at, end) ?? { from: at, to: end };
      const until = Math.min(to, from + most);
      if (from < until) yield between(from, until);
      at = until;
      most = Math.min(2 * most, LARGEST_PART); // each statement reads the names of the database again
    }
  }

  return {
    /** Sets the compiler of regexes. Call once where people filter; the recorder does not load it. */
    useRegexes: (compile: CompileRegex): void => void (regexes = compile),
    matchingParts,
    /** `seq` of all matching entries, in order. */
    matching: (no: number, filter: Filter): readonly number[] => [...matchingParts(no, filter)].flat(),
    /** Where a filter may match, by the search index. Undefined if the index does not help. */
    spans,
  };
}

export type Filtering = ReturnType<typeof createFiltering>;
