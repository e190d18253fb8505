import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, start } from '../support/processes.ts';

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;

/** What `npm publish` would send. Without scripts: what is built is built. */
function packed(): Packed {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const out = execFileSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' });
  const [all] = Object.values(JSON.parse(out) as Record<string, Packed>); // an array, or by name: npm has changed its mind
  if (!all) throw new Error('npm pack tells of nothing');
  return all;
}

test('the package has the program, both pages and the documents for users, no sources, and is small', () => {
  const { size, files } = packed();
  const paths = files.map(({ path }) => path);
  for (const path of [
    'dist/cli.js',
    'dist/main.js',
    'dist/recorder.js',
    'dist/man/acptap.1',
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
  expect(paths.filter((path) => /^docs\/(?:adr|architecture|mutants|style)\b|\.png$/.test(path))).toEqual([]);
  // tsc writes one for every module of the program, and the redactor is behind none of the three entries
  expect(paths.filter((path) => path.startsWith('dist/types/core/redaction/'))).toEqual([]);
  expect(size).toBeLessThan(2_000_000);
});

test('npm publish refuses the placeholders of the manifest and names their fields, and accepts an account', async () => {
  const folder = temporaryFolder();
  cpSync('scripts/publishable.ts', join(folder, 'scripts/publishable.ts'));
  const { prepare: _build, ...scripts } = manifest['scripts'] as Record<string, string>;
  const write = (text: string) => writeFileSync(join(folder, 'package.json'), text);
  const npm = (...words: readonly string[]) => answerOf(start(['npm', ...words], { cwd: folder }));

  const text = JSON.stringify({ ...manifest, scripts });
  write(text);
  const refused = await npm('publish', '--dry-run', '--offline');
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([
    1,
    expect.stringContaining(
      'not published: package.json has no GitHub account in repository, homepage, bugs, funding. Replace OWNER with it',
    ),
  ]);
  write(JSON.stringify({ ...manifest, scripts, bugs: undefined }).replaceAll('OWNER', 'octocat'));
  expect((await npm('run', 'prepublishOnly')).stderr).toContain('no GitHub account in bugs.');
  write(text.replaceAll('OWNER', 'octocat'));
  expect(await npm('run', 'prepublishOnly')).toMatchObject({ code: 0 });
});
