import type { Rule } from '../engine/rule.ts';
import listIsComplete from './list-is-complete.ts';

/** The agent's plan. */
export const planRules: readonly Rule[] = [listIsComplete];
