/**
 * All checks in one command (`npm test`, `npm run check`, CI). Prints the output of a step only when it fails,
 * after the tests. The last line, `N passed, N failed`, counts the steps and every test.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
}

const RESULTS = 'node_modules/.cache/test-results.json';

const build: Step = { name: 'build', command: ['node', 'scripts/build.ts', '--if-changed'] };

/**
 * Checks of the sources and the package. None of them writes to `dist/`: they run beside the tests, which need the
 * cores: several threads would check the types of the libraries several times.
 */
const looks: readonly Step[] = [
  { name: 'types of proxy/core', command: ['tsc', '-p', 'proxy/core', '--singleThreaded'] },
  { name: 'types of proxy', command: ['tsc', '-p', 'proxy', '--singleThreaded'] },
  { name: 'types of inspector-ui', command: ['tsc', '-p', 'inspector-ui', '--singleThreaded'] },
  { name: 'types of test', command: ['tsc', '-p', 'test', '--singleThreaded'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'package', command: ['publint', '--strict'] },
  {
    name: 'package types',
    command: ['attw', '--pack', '.', '--profile', 'esm-only', '--no-emoji'],
    env: { npm_config_ignore_scripts: 'true' }, // `prepack` builds anew
  },
];

const tests: Step = {
  name: 'tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`],
};

const complaints: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

await run(build);
await Promise.all([runTests(), runInTurn(looks)]);

process.stdout.write(complaints.join(''));
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await run(step);
}

async function run(step: Step): Promise<void> {
  const began = performance.now();
  const { code, output } = await execute(step, 'pipe');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    complaints.push(`\nFAILED ${step.name}: ${step.command.join(' ')}\n${output}\n`);
  }
}

/** Counts every test. A runner that crashes, or runs no test, is a failure. */
async function runTests(): Promise<void> {
  rmSync(RESULTS, { force: true });
  const { code } = await execute(tests, 'inherit');
  const results = readResults();
  passed += results?.numPassedTests ?? 0;
  failed += results?.numFailedTests ?? 0;
  skipped += results ? results.numPendingTests + results.numTodoTests : 0;
  const explained = results !== undefined && (code === 0 ? results.numPassedTests > 0 : results.numFailedTests > 0);
  if (!explained) failed += 1;
}

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

function readResults(): Results | undefined {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results; // vitest's JSON reporter
  } catch {
    return undefined;
  }
}

function execute({ command, env }: Step, stdio: 'pipe' | 'inherit'): Promise<{ code: number; output: string }> {
  const [file, ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve({ code: 127, output: cause.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
