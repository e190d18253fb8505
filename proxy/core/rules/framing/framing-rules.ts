import type { Rule } from '../engine/rule.ts';
import lastLineIsTerminated from './last-line-is-terminated.ts';
import lineEndsWithLfOnly from './line-ends-with-lf-only.ts';
import lineFitsReceivers from './line-fits-receivers.ts';
import lineHasNoBom from './line-has-no-bom.ts';
import lineIsJson from './line-is-json.ts';
import lineIsNotBlank from './line-is-not-blank.ts';
import lineIsUtf8 from './line-is-utf8.ts';
import messageIsOnOneLine from './message-is-on-one-line.ts';
import surrogatesComeInPairs from './surrogates-come-in-pairs.ts';

/** The bytes of a line. */
export const framingRules: readonly Rule[] = [
  lineIsUtf8,
  surrogatesComeInPairs,
  lineHasNoBom,
  lineIsJson,
  messageIsOnOneLine,
  lineIsNotBlank,
  lineEndsWithLfOnly,
  lastLineIsTerminated,
  lineFitsReceivers,
];
