import { file, fold, spool, wire } from './bytes-targets.ts';
import { http, replay } from './peer-targets.ts';
import type { Target } from './target.ts';
import { controlSequences, filter, redactor } from './text-targets.ts';

/** All that reads what others wrote. */
export const targets: readonly Target[] = [wire, file, fold, spool, filter, controlSequences, redactor, replay, http];
