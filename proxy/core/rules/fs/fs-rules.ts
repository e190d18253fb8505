import type { Rule } from '../engine/rule.ts';
import readKeepsToTheLimit from './read-keeps-to-the-limit.ts';

/** Files that the agent reads and writes through the client (version 1). */
export const fsRules: readonly Rule[] = [readKeepsToTheLimit];
