import { AcptapError } from '#core/errors.ts';
import { testsField, testsFor, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import type { FieldName } from '#core/filter/fields.ts';
import { markMistake, parseFilter, type Parsed } from '#core/filter/parse.ts';

/** Fields that depend on later frames. */
const LATER = ['dur', 'has', 'rule', 'seq'] as const satisfies readonly FieldName[];

/** Fields of entries that are no frames. */
const NEVER = [
  ['from', 'stderr'],
  ['kind', 'stderr'],
  ['kind', 'event'],
] as const;

/** Parses a filter for frames on their arrival. A field that is not known then is a mistake. */
export function parseArrivalFilter(text: string, compile: CompileRegex): Parsed {
  const parsed = parseFilter(text, compile);
  if (!parsed.ok) return parsed;
  const later = LATER.find((field) => testsField(parsed.filter, [field]));
  if (later !== undefined) return wrong(text, later, `${later}: is not known yet when a frame arrives`);
  const never = NEVER.find(([field, pattern]) => testsFor(parsed.filter, field, pattern));
  if (never) return wrong(text, never.join(':'), `${never.join(':')} is never a frame`);
  return parsed;
}

function wrong(text: string, part: string, message: string): Parsed {
  const at = Math.max(0, text.toLowerCase().indexOf(part));
  return { ok: false, problem: { at, end: at + part.length, message, expected: [], suggestion: null } };
}

/** Reads the filter of a breakpoint. @throws {AcptapError} `bad-filter` with a mark below the mistake. */
export function readBreakpoint(text: string, compile: CompileRegex): Filter {
  const parsed = parseArrivalFilter(text, compile);
  if (parsed.ok) return parsed.filter;
  throw new AcptapError('bad-filter', markMistake('breakpoint', text, parsed.problem));
}
