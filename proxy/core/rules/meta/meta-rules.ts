import type { Rule } from '../engine/rule.ts';
import traceparentIsValid from './traceparent-is-valid.ts';

/** Extensions of ACP. */
export const metaRules: readonly Rule[] = [traceparentIsValid];
