import { AcptapError } from '#core/errors.ts';

/** `look`: it works, but a person should know. `broken`: acptap or an agent does not work. */
export type Health = 'ok' | 'look' | 'broken';

/** A line of the report. */
export interface Diagnosis {
  /** What was looked at: `Node`, `data folder`. */
  readonly subject: string;
  readonly health: Health;
  readonly text: string;
  /** What to do. Undefined when there is nothing to do. */
  readonly advice?: string | undefined;
}

/** A line for an error. */
export function toDiagnosis(subject: string, error: Error, health: Health = 'broken'): Diagnosis {
  if (error instanceof AcptapError) return { subject, health, text: error.problem, advice: error.advice };
  return { subject, health, text: error.message };
}
