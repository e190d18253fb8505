import type { Rule } from '../engine/rule.ts';
import cancelledWithTheTurn from './cancelled-with-the-turn.ts';
import hasOptions from './has-options.ts';
import optionIdsAreUnique from './option-ids-are-unique.ts';
import optionWasOffered from './option-was-offered.ts';
import refusedFilesAreNotWritten from './refused-files-are-not-written.ts';

/** Requests for permission to the person. */
export const permissionRules: readonly Rule[] = [
  hasOptions,
  optionIdsAreUnique,
  optionWasOffered,
  cancelledWithTheTurn,
  refusedFilesAreNotWritten,
];
