/** How many rounds a test makes: few in the gate, many in `npm run test:long`, which sets ACPTAP_LONG. */
export const rounds = (inTheGate: number, long: number): number => (process.env['ACPTAP_LONG'] ? long : inTheGate);
