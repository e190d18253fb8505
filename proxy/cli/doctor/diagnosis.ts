import { AcptapError } from '#core/errors.ts';

/** `look`: it works, but a person should know. `broken`: acptap or an agent does not work. */
export type Health = 'ok' | 'look' | 'broken';

/** A line of the report. */
export interface Diagnosis {
  /** The examined thing: `Node`, `data folder`. */
  readonly subject: string;
  readonly health: Health;
  readonly text: string;
  /** The advice. Undefined if no action is needed. */
  readonly advice?: string | undefined;
}

/** A line for an error. */
export function toDiagnosis(subject: string, error: Error, health: Health = 'broken'): Diagnosis {
  if (error instanceof AcptapError) return { subject, health, text: error.problem, advice: error.advice };
  return { subject, health, text: error.message };
}
