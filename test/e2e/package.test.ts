import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What `npm publish` would send. Without scripts: what is built is built. */
function packed(): Packed {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const out = execFileSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' });
  const [all] = Object.values(JSON.parse(out) as Record<string, Packed>); // an array, or by name: npm has changed its mind
  if (!all) throw new Error('npm pack tells of nothing');
  return all;
}

test('the package has the program, both pages and the documents, no sources, and is small', () => {
  const { size, files } = packed();
  const paths = files.map(({ path }) => path);
  for (const path of [
    'dist/cli.js',
    'dist/main.js',
    'dist/recorder.js',
    'dist/replay.js',
    'dist/inspector/index.html',
    'dist/inspector-offline/page.html',
    'dist/types/replay/index.d.ts',
    'README.md',
    'CHANGELOG.md',
    'THIRD-PARTY-LICENSES',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => !/^(?:dist|docs)\/|^[A-Z-]+(?:\.md)?$|^package\.json$/.test(path))).toEqual([]);
  expect(paths.filter((path) => /(?<!\.d)\.tsx?$|\.map$|^test|^recordings/.test(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('dist/inspector-offline/'))).toHaveLength(1);
  expect(size).toBeLessThan(2_500_000);
});
