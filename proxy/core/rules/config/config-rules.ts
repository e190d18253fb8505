import type { Rule } from '../engine/rule.ts';
import answerListsTheOptionSet from './answer-lists-the-option-set.ts';
import categoryIsKnown from './category-is-known.ts';
import currentValueIsOffered from './current-value-is-offered.ts';
import modeAgreesWithItsOption from './mode-agrees-with-its-option.ts';
import optionWasOffered from './option-was-offered.ts';
import valueWasOffered from './value-was-offered.ts';

/** Configuration options of a session. */
export const configRules: readonly Rule[] = [
  optionWasOffered,
  valueWasOffered,
  currentValueIsOffered,
  answerListsTheOptionSet,
  categoryIsKnown,
  modeAgreesWithItsOption,
];
