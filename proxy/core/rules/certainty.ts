import type { Trace } from '#core/trace/trace.ts';
import type { Breach } from './rule.ts';

const CERTAIN = {};
const UNCERTAIN: Pick<Breach, 'grade'> = { grade: 'note' };

/** To spread into a breach that rests on frames before this one: where some may be missing from the recording it is a note. */
export const ifComplete = (trace: Trace): Pick<Breach, 'grade'> => (trace.isComplete() ? CERTAIN : UNCERTAIN);
