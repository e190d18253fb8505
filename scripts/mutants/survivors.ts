/**
 * Runs the survivors of the last mutation run again, each with all tests: `node scripts/mutants/survivors.ts TESTS…`, the
 * same folders as vitest takes. A mutant runs with the tests that executed it in the first run, and what is made once and
 * kept counts for the first of them only. Changes the sources one after the other, and restores them, also when interrupted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
let changed: { readonly file: string; readonly source: string } | undefined;
function restore(): void {
  if (changed) writeFileSync(changed.file, changed.source);
}
process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

if (!(await passes())) throw new Error('the tests fail without a mutant, too');
for (const [file, { source, mutants }] of Object.entries(files))
  for (const { status, replacement = '', location } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    if (readFileSync(file, 'utf8') !== source) throw new Error(`${file} has changed since the mutation run`);
    const [start, end] = [offsetIn(source, location.start), offsetIn(source, location.end)];
    changed = { file, source };
    writeFileSync(file, source.slice(0, start) + replacement + source.slice(end));
    const verdict = (await passes()) ? 'survived' : 'noticed ';
    restore();
    process.stdout.write(
      `${verdict} ${file}:${location.start.line} ${replacement.replaceAll('\n', ' ').slice(0, 80)}\n`,
    );
  }

async function passes(): Promise<boolean> {
  const env = { ...process.env, ACPTAP_WHOLE_TEXTS: '1' };
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...process.argv.slice(2)];
  const [code] = (await once(spawn(process.execPath, words, { env, stdio: 'ignore' }), 'exit')) as [number | null];
  return code === 0;
}

function offsetIn(text: string, { line, column }: Position): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, column - 1);
}
