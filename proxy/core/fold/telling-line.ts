import type { LastLine } from '#core/model/recording-summary.ts';
import { SEQUENCE } from '#core/text/control-sequences.ts';
import { cutAfter } from '#core/text/cut.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { StderrEntry } from '#core/wire/entry.ts';

/** Characters kept of a line. */
const MAX_CHARACTERS = 160;

const SEQUENCES = new RegExp(SEQUENCE, 'g');

/** Names of errors (`TypeError`, `ECONNREFUSED`), and words for them without a count of 0. */
const NAME = /\b[A-Z][A-Za-z]*(?:Error|Exception)\b|\bE[A-Z]{5,}\b/;
const WORD =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure)?|fatal|panic(?:ked)?|refused|denied|time(?:d )?-?out|unauthori[sz]ed|rate.?limit\w*)\b(?!["']?\s*[=:]\s*(?:0|null|none|false)\b)/i;

/** True for a line that names a reason. Indented lines and those that end with a colon only lead to one. */
const isReason = (text: string): boolean => NAME.test(text) || WORD.test(text);

/** The lines of stderr that tell most about a silence. */
export function createTellingLines() {
  let last: LastLine | undefined;
  let reason: LastLine | undefined;
  let hasEnded = false; // the agent has sent a frame since `reason`

  return {
    apply({ seq, bytes }: StderrEntry): void {
      const line = decodeLossy(bytes).replace(SEQUENCES, '').trimEnd();
      const text = cutAfter(line.trim(), MAX_CHARACTERS);
      if (text === '') return;
      last = { seq, text };
      if (!isReason(text) || (reason && !hasEnded && !/^\S.*[^:]$/.test(line))) return;
      reason = last;
      hasEnded = false;
    },
    /** The agent has sent a frame. */
    endSilence: (): void => void (hasEnded = true),
    /** The last line after an entry that names a reason, or else the last one. */
    after: (seq: number): LastLine | undefined => [reason, last].find((line) => line && line.seq > seq),
  };
}
