import type { Trace } from '#core/trace/trace.ts';
import type { Breach } from './rule.ts';

const CERTAIN = {};
const UNCERTAIN: Pick<Breach, 'grade'> = { grade: 'note' };

/** Spread this into a breach that depends on earlier frames. It becomes a note if the recording may lack some. */
export const noteUnlessComplete = (trace: Trace): Pick<Breach, 'grade'> => (trace.isComplete() ? CERTAIN : UNCERTAIN);
