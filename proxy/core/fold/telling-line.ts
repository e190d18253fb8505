import type { LastLine } from '#core/model/recording-summary.ts';
import { SEQUENCE } from '#core/text/control-sequences.ts';
import { cutAfter } from '#core/text/cut.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { StderrEntry } from '#core/wire/entry.ts';

/** Characters kept of a line. */
const MOST = 160;

const SEQUENCES = new RegExp(SEQUENCE, 'g');

/** Words of a line that names a reason. Indented lines and those that end with a colon only lead to one. */
const REASON =
  /error|exception|fail|fatal|panic|refused|denied|time(?:d )?-?out|unauthori[sz]ed|rate.?limit|\bE[A-Z]{5,}\b/i;

/** The line of stderr that tells most about a silence: the last one that names a reason, or else the last one. */
export function moreTelling(kept: LastLine | undefined, { seq, bytes }: StderrEntry): LastLine | undefined {
  const line = decodeLossy(bytes).replace(SEQUENCES, '').trimEnd();
  const text = cutAfter(line.trim(), MOST);
  if (text === '') return kept;
  if (kept && REASON.test(kept.text) && !(REASON.test(text) && /^\S.*[^:]$/.test(line))) return kept;
  return { seq, text };
}
