/** How many rounds a test makes: few in the gate, many in `npm run test:long`, which sets ACPTAP_LONG. */
export const rounds = (inTheGate: number, long: number): number => (process.env['ACPTAP_LONG'] ? long : inTheGate);

/** Every `step`th item in the gate, beginning with the first; all of them in `npm run test:long`. */
export const someOf = <T>(all: readonly T[], step: number): readonly T[] =>
  all.filter((_, index) => index % rounds(step, 1) === 0);
