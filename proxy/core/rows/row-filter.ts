import { hasPartOfKind, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { parseFilter, type FilterProblem } from '#core/filter/parse.ts';
import type { TimelinePorts } from './timeline-source.ts';

/** An invalid filter. */
export class BadFilterError extends Error {
  readonly problem: FilterProblem;

  constructor(problem: FilterProblem) {
    super(problem.message);
    this.name = 'BadFilterError';
    this.problem = problem;
  }
}

/**
 * Reads `q`; undefined for a filter that matches everything.
 * @throws {BadFilterError}
 */
export async function readRowFilter(
  q: string,
  loadRegexes: TimelinePorts['loadRegexes'],
): Promise<{ readonly filter: Filter; readonly compile?: CompileRegex } | undefined> {
  if (q.trim() === '') return undefined;
  const parsed = parseFilter(q);
  if (!parsed.ok) throw new BadFilterError(parsed.problem);
  if (!hasPartOfKind(parsed.filter, 'regex')) return { filter: parsed.filter };
  const compile = await loadRegexes(); // loaded only for filters with a regex
  const tried = parseFilter(q, compile);
  if (!tried.ok) throw new BadFilterError(tried.problem);
  return { filter: tried.filter, compile };
}
