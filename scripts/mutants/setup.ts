import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** The file with the mutants that processes started by `beforeAll` execute. */
const BEFORE = 'before';

type Hits = Record<string, number>;

/** The global state that Stryker's code in a changed source reads and writes. */
interface Stryker {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}

/**
 * Extends the mutation run to the processes that a test starts: `dist/` is built from the changed sources. The
 * environment names the mutant. In the first run, which finds the tests of each mutant, a process writes the mutants
 * that it executes into a file, `hits.mjs`.
 */
const stryker = ((globalThis as Record<string, Stryker | undefined>)['__stryker__'] ??= {});
/** The folder of these files, one for each test. Undefined after the first run. */
let folder: string | undefined;
let tests = 0;

const hitsOf = (name: string) => join(folder ?? '', name);

beforeAll(() => {
  if (stryker.activeMutant !== undefined) {
    process.env['__STRYKER_ACTIVE_MUTANT__'] = stryker.activeMutant;
    return;
  }
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  process.env['ACPTAP_MUTANT_HITS'] = hitsOf(BEFORE);
  process.env['NODE_OPTIONS'] = `--import=${fileURLToPath(new URL('hits.mjs', import.meta.url))}`;
});

beforeEach(() => {
  if (folder !== undefined) process.env['ACPTAP_MUTANT_HITS'] = hitsOf(String(++tests));
});

afterEach(() => {
  const { currentTestId } = stryker;
  if (folder === undefined || currentTestId === undefined) return;
  const { perTest } = (stryker.mutantCoverage ??= { static: {}, perTest: {} });
  const hits = (perTest[currentTestId] ??= {});
  for (const id of [...hitsIn(hitsOf(BEFORE)), ...hitsIn(hitsOf(String(tests)))]) hits[id] ??= 1;
});

afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

function hitsIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return []; // the test has started no such process
  }
}
