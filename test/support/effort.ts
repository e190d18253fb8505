/**
 * Whether `npm run test:long` runs, which sets ACPTAP_LONG. For `test.runIf`: variants of a behaviour whose main case
 * the gate tests, such as another view, width or editor.
 */
export const isLong = Boolean(process.env['ACPTAP_LONG']);

/** How many rounds a test makes: few in the gate, many in `npm run test:long`. */
export const rounds = (inTheGate: number, long: number): number => (isLong ? long : inTheGate);

/** Every `step`th item in the gate, beginning with the first or the given one; all of them in `npm run test:long`. */
export const someOf = <T>(all: readonly T[], step: number, first = 0): readonly T[] =>
  all.filter((_, index) => (index - first) % rounds(step, 1) === 0);

/** One of how many parts of a golden text is made: all of them in `npm run test:long` and in `npm run test:mutants`. */
export const goldenStep = (inTheGate: number): number => (process.env['ACPTAP_WHOLE_TEXTS'] ? 1 : rounds(inTheGate, 1));

/** Stands for the rest of a line of a golden text that the gate does not make. */
export const LEFT_OUT = '(left out)';

/** The golden text, shortened where `made` is: a line that ends with `LEFT_OUT` is compared up to there. */
export function goldenFor(made: string, golden: string): string {
  const lines = made.split('\n');
  const isLeftOut = (line = '', whole = '') =>
    line.endsWith(LEFT_OUT) && whole.startsWith(line.slice(0, -LEFT_OUT.length));
  return golden
    .split('\n')
    .map((whole, no) => (isLeftOut(lines[no], whole) ? lines[no] : whole))
    .join('\n');
}
