/**
 * Runs the survivors of the last mutation run again, each with all tests: `node scripts/mutants/survivors.ts TESTS…`, the
 * same folders as vitest takes. A mutant runs with the tests that executed it in the first run, and what is made once and
 * kept counts for the first of them only. Changes the sources one after the other, and restores them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Of Stryker's report. Lines and columns count from 1. */
interface Report {
  readonly files: Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>;
}

interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

const { files } = JSON.parse(readFileSync('node_modules/.cache/mutants/report.json', 'utf8')) as Report;
const offsetIn = (text: string, { line, column }: Position) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1;

for (const [file, { source, mutants }] of Object.entries(files))
  for (const { status, replacement = '', location } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    if (readFileSync(file, 'utf8') !== source) throw new Error(`${file} has changed since the mutation run`);
    const [start, end] = [offsetIn(source, location.start), offsetIn(source, location.end)];
    try {
      writeFileSync(file, source.slice(0, start) + replacement + source.slice(end));
      const env = { ...process.env, ACPTAP_WHOLE_TEXTS: '1' };
      const { status: code } = spawnSync('vitest', ['run', '--bail=1', ...process.argv.slice(2)], {
        env,
        stdio: 'ignore',
      });
      const place = `${file}:${location.start.line}`;
      const verdict = code === 0 ? 'survived' : 'noticed ';
      process.stdout.write(`${verdict} ${place} ${replacement.replaceAll('\n', ' ').slice(0, 80)}\n`);
    } finally {
      writeFileSync(file, source);
    }
  }
