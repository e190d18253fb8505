import type { Rule } from '../engine/rule.ts';
import envelopeMembersAreKnown from './envelope-members-are-known.ts';
import membersAreKnown from './members-are-known.ts';
import namesAreCurrent from './names-are-current.ts';
import paramsMatch from './params-match.ts';
import resultMatch from './result-match.ts';
import valueIsNotDropped from './value-is-not-dropped.ts';
import variantsAreKnown from './variants-are-known.ts';

/** Params and results. */
export const schemaRules: readonly Rule[] = [
  paramsMatch,
  resultMatch,
  valueIsNotDropped,
  membersAreKnown,
  variantsAreKnown,
  namesAreCurrent,
  envelopeMembersAreKnown,
];
