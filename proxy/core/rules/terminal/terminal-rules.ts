import type { Rule } from '../engine/rule.ts';
import exitStatusStays from './exit-status-stays.ts';
import idIsUnique from './id-is-unique.ts';
import isReleased from './is-released.ts';
import notUsedAfterRelease from './not-used-after-release.ts';
import outputFitsTheLimit from './output-fits-the-limit.ts';
import staysInItsSession from './stays-in-its-session.ts';
import terminalIsKnown from './terminal-is-known.ts';
import truncationKeepsCharacters from './truncation-keeps-characters.ts';

/** Commands that the client runs for the agent (version 1). */
export const terminalRules: readonly Rule[] = [
  terminalIsKnown,
  staysInItsSession,
  notUsedAfterRelease,
  isReleased,
  idIsUnique,
  outputFitsTheLimit,
  truncationKeepsCharacters,
  exitStatusStays,
];
