import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { MutantCollector } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/transformers/mutant-collector.js';

/** Both count from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** Of Stryker: a mutant and its result. */
interface Tested {
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
  readonly status: string;
}

/** Of Stryker: the result of a run. */
interface Result {
  readonly systemUnderTestMetrics: {
    readonly metrics: { readonly totalDetected: number; readonly totalValid: number };
  };
}

const shares = JSON.parse(process.env['MUTANTS'] ?? '1') as number | Record<string, number>;
const shareOf = (file: string) =>
  typeof shares === 'number' ? shares : (Object.entries(shares).find(([start]) => file.startsWith(start))?.[1] ?? 0);
const seed = process.env['SEED'] ?? '1';

/**
 * Reduces the run to a random share of the mutants: `MUTANTS=0.02 SEED=7 npm run test:mutants`. Only these are placed
 * in the sources, so the tests run at almost full speed. Stryker has no option for this: its ignorers leave out whole
 * parts of a source. Whether a mutant is in the sample does not depend on other mutants.
 */
const { collect } = MutantCollector.prototype;
MutantCollector.prototype.collect = function (...parameters) {
  const mutant = collect.apply(this, parameters);
  const { location, mutatorName, replacement } = mutant.toApiMutant();
  const key = [seed, relative('.', mutant.fileName), location, mutatorName, replacement];
  const fraction = createHash('sha256').update(JSON.stringify(key)).digest().readUInt32BE() / 2 ** 32;
  return fraction < shareOf(relative('.', mutant.fileName))
    ? mutant
    : Object.assign(mutant, { ignoreReason: 'Not in the sample' });
};

/**
 * Prints each mutant that no test notices, with its place as `--mutate` takes it; at the end the share of noticed mutants
 * with its 95 % interval (Wilson).
 */
export const strykerPlugins = [
  {
    kind: 'Reporter',
    name: 'sample',
    value: {
      onMutantTested({ status, fileName, location, replacement }: Tested) {
        if (status !== 'Survived' && status !== 'NoCoverage') return;
        const { start, end } = location;
        const range = `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`; // columns of `--mutate` count from 0
        const place = `${relative('.', fileName)}:${range}`;
        process.stdout.write(`${status} ${place} ${replacement.replaceAll('\n', ' ').slice(0, 80)}\n`);
      },
      onMutationTestReportReady(_report: unknown, { systemUnderTestMetrics: { metrics } }: Result) {
        const { totalDetected: noticed, totalValid: all } = metrics;
        const z2 = 1.96 ** 2;
        const middle = (noticed + z2 / 2) / (all + z2);
        const half = Math.sqrt(z2 * ((noticed * (all - noticed)) / all + z2 / 4)) / (all + z2);
        const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
        process.stdout.write(
          `Noticed: ${noticed} of ${all}, ${percent(noticed / all)} (95 %: ${percent(middle - half)} to ${percent(middle + half)})\n`,
        );
      },
    },
  },
];
