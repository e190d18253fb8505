import { hasKind, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { parseFilter, readFilter } from '#core/filter/parse.ts';
import type { Recording } from './recording.ts';

/** What a query means in a recording: `seq` of the entries, in order. */
export type Matching = (recording: Pick<Recording, 'matching'>) => ReadonlySet<number>;

/**
 * Reads a query; nothing is opened yet, so that one that cannot be read is said at once.
 * @throws {AcptapError} `bad-filter`.
 */
export async function readQuery(query: string): Promise<{ readonly filter: Filter; readonly matching: Matching }> {
  const parsed = parseFilter(query);
  const compile = parsed.ok && hasKind(parsed.filter, 'regex') ? await loadRegexes() : NO_REGEX;
  const filter = readFilter(query, compile);
  return { filter, matching: (recording) => recording.matching(filter, compile) };
}

const loadRegexes = async (): Promise<CompileRegex> => (await import('../regex/linear-regex.ts')).compileRegex;

const NO_REGEX: CompileRegex = () => {
  throw new Error('the filter has no regex');
};
