import { fileURLToPath } from 'node:url';

const CACHE = 'node_modules/.cache/mutants';

/** The mutation run, `npm run test:mutants`: docs/mutants.md. */
export default {
  mutate: [
    'proxy/{core,recorder,replay,shim,store}/**/*.ts',
    '!proxy/**/*.gen.ts',
    '!proxy/core/rules/examples/**', // test data
  ],
  mutator: { excludedMutations: ['StringLiteral'] },
  // Ignores code that only runs when a module is loaded: tables, texts, examples of rules. Each would need all tests.
  ignoreStatic: true,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('sample.ts', import.meta.url))],
  // Tests that start a process import none of its sources.
  vitest: { configFile: 'scripts/mutants/vitest.ts', pool: 'forks', related: false },
  // Builds the mutants into the processes that tests start, see setup.ts.
  buildCommand: 'node scripts/build.ts --commands-only',
  disableTypeChecks: false,
  tsconfigFile: 'none', // Stryker would rewrite it with an API that TypeScript 7 lacks
  coverageAnalysis: 'perTest',
  dryRunTimeoutMinutes: 30,
  timeoutMS: 30_000,
  timeoutFactor: 3,
  concurrency: 1,
  ignorePatterns: ['.cache'],
  tempDirName: '.cache/mutants',
  incremental: process.env['MUTANTS'] === undefined, // the report of a sample has only the sample
  incrementalFile: `${CACHE}/incremental.json`,
  reporters: ['sample', 'progress', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${CACHE}/report.json` },
  htmlReporter: { fileName: `${CACHE}/report.html` },
  thresholds: { high: 90, low: 85, break: 85 },
};
