import { AcptapError } from '#core/errors.ts';
import { testsField, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import type { FieldName } from '#core/filter/fields.ts';
import { markMistake, parseFilter, type Parsed } from '#core/filter/parse.ts';

/** What a filter can test only when later frames are known. */
const LATER = ['dur', 'has', 'rule', 'seq'] as const satisfies readonly FieldName[];

/** Parses a filter for frames on their arrival. A field that is not known then is a mistake. */
export function parseArrivalFilter(text: string, compile: CompileRegex): Parsed {
  const parsed = parseFilter(text, compile);
  if (!parsed.ok) return parsed;
  const later = LATER.find((field) => testsField(parsed.filter, [field]));
  if (later === undefined) return parsed;
  const at = Math.max(0, text.toLowerCase().indexOf(`${later}:`));
  const message = `${later}: is not known yet when a frame arrives`;
  return { ok: false, problem: { at, end: at + later.length, message, expected: [], suggestion: null } };
}

/** Reads the filter of a breakpoint. @throws {AcptapError} `bad-filter` with a mark below the mistake. */
export function readBreakpoint(text: string, compile: CompileRegex): Filter {
  const parsed = parseArrivalFilter(text, compile);
  if (parsed.ok) return parsed.filter;
  throw new AcptapError('bad-filter', markMistake('breakpoint', text, parsed.problem));
}
