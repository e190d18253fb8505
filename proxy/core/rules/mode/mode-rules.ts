import type { Rule } from '../engine/rule.ts';
import currentModeIsOffered from './current-mode-is-offered.ts';
import modeWasOffered from './mode-was-offered.ts';

/** Session modes (version 1). */
export const modeRules: readonly Rule[] = [modeWasOffered, currentModeIsOffered];
