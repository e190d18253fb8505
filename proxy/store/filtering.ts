import type { CompileRegex, Filter } from '#core/filter/filter.ts';
import { registerFilterFunctions } from './filter-functions.ts';
import { filterSql } from './filter-sql.ts';
import { FILTER_TABLES } from './filter-tables.ts';
import type { Connection } from './open.ts';
import { keyRange, seqOfKey } from './entry-key.ts';

/** What a connection needs to filter. */
export function createFiltering(connection: Connection) {
  let regexes: CompileRegex | undefined;
  registerFilterFunctions(connection, () => {
    if (!regexes) throw new Error('a filter with a regex, and no useRegexes before it');
    return regexes;
  });

  return {
    /** Sets the compiler of regexes. Call once where people filter; the recorder does not load it. */
    useRegexes: (compile: CompileRegex): void => void (regexes = compile),
    /** `seq` of the entries that match a filter, in order. */
    matching(no: number, filter: Filter): readonly number[] {
      const { where, parameters } = filterSql(filter, no);
      const [first, last] = keyRange(no);
      const places = connection
        .prepare(`SELECT m.place ${FILTER_TABLES} WHERE m.place BETWEEN @first AND @last AND ${where} ORDER BY m.place`)
        .pluck()
        .all({ ...parameters, first, last }) as number[]; // the one column
      return places.map(seqOfKey);
    },
  };
}

export type Filtering = ReturnType<typeof createFiltering>;
