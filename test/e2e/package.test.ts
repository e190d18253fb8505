import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../scripts/publishable.ts';

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;

/** The files that `npm publish` sends. Runs no scripts, because the build exists. */
function listPacked(): Packed {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const out = execFileSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' });
  const [all] = Object.values(JSON.parse(out) as Record<string, Packed>); // an array, or by name: npm has changed its mind
  if (!all) throw new Error('npm pack printed nothing');
  return all;
}

const packed = listPacked();

test('the package has the program, the pages and the documents for users, no sources, and is small', () => {
  const { size, files } = packed;
  const paths = files.map(({ path }) => path);
  for (const path of [
    'dist/cli.js',
    'dist/main.js',
    'dist/recorder.js',
    'dist/man/acptap.1',
    'dist/replay.js',
    'dist/inspector/index.html',
    'dist/inspector-offline/recording.html',
    'dist/inspector-offline/stats.html',
    'dist/types/replay/index.d.ts',
    'dist/script.js',
    'dist/script-worker.js',
    'dist/types/script/index.d.ts',
    'docs/scripts/deny-writes.ts',
    'README.md',
    'CHANGELOG.md',
    'THIRD-PARTY-LICENSES',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => !/^(?:dist|docs)\/|^[A-Z-]+(?:\.md)?$|^package\.json$/.test(path))).toEqual([]);
  expect(paths.filter((path) => /^(?!docs\/scripts\/).*(?<!\.d)\.tsx?$|\.map$|^test|^recordings/.test(path))).toEqual(
    [],
  );
  expect(paths.filter((path) => path.startsWith('dist/inspector-offline/'))).toHaveLength(2);
  expect(paths.filter((path) => /^docs\/(?:adr|architecture|mutants|style)\b/.test(path))).toEqual([]);
  // tsc writes one for every module of the program, and the redactor is behind none of the entries
  expect(paths.filter((path) => path.startsWith('dist/types/core/redaction/'))).toEqual([]);
  expect(size).toBeLessThan(2_300_000);
});

const withAccount = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('OWNER', 'octocat')) as never;

test('while its addresses are placeholders the package is private, which npm refuses to publish from a folder and from a file', () => {
  expect(JSON.stringify(manifest)).toContain('github.com/OWNER/');
  expect(manifest).toMatchObject({
    private: true,
    scripts: { prepack: 'node scripts/publishable.ts', prepublishOnly: 'node scripts/publishable.ts' },
  });
});

test('a package with placeholders is packed only while it is private, and never published', () => {
  const { private: _yes, ...open } = manifest;
  const pages = { 'docs/ci.md': '- uses: OWNER/acptap@v1', 'docs/check.md': 'no address' };
  const todo =
    'no GitHub account in package.json (repository, homepage, bugs, funding), docs/ci.md: replace OWNER with it, then remove "private" from package.json';
  expect(refusal('prepack', manifest, pages)).toBeUndefined();
  expect(refusal('prepack', open, pages)).toBe(todo);
  expect(refusal('prepublishOnly', manifest, pages)).toBe(todo);
  expect(refusal('prepublishOnly', open, pages)).toBe(todo);

  const { bugs: _none, ...noBugs } = open;
  expect(refusal('prepublishOnly', withAccount(noBugs), {})).toContain('package.json (bugs)');
  expect(refusal('prepublishOnly', withAccount(open), pages)).toContain('in docs/ci.md:');
  expect(refusal('prepublishOnly', withAccount(manifest), withAccount(pages))).toBe(
    'package.json is private: remove "private"',
  );
  expect(refusal('prepack', withAccount(open), withAccount(pages))).toBeUndefined();
  expect(refusal('prepublishOnly', withAccount(open), withAccount(pages))).toBeUndefined();
});

const REPOSITORY = `${String(manifest['homepage']).replace('#readme', '')}/blob/HEAD/`;

/** The text of a link's target and the path of its file in the repository; undefined for other addresses. */
function targetOf(link: string, page: string) {
  const [address = '', fragment] = link.split('#');
  if (address.startsWith(REPOSITORY)) return { path: address.slice(REPOSITORY.length), isFar: true, fragment };
  if (/^https?:/.test(address)) return undefined;
  return { path: address === '' ? page : join(dirname(page), address), isFar: false, fragment };
}

/** The anchor of a heading on GitHub and npm. */
const headings = (text: string) =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const inDocs = (path: string) => join('docs', path);

const documents = [
  ...readdirSync('.'),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map(inDocs),
].filter((path) => path.endsWith('.md'));

test('no line of prose in a document is longer than 130 columns', () => {
  const written = documents.filter((page) => page !== 'docs/rules.md'); // generated, a paragraph a line
  const long = written.flatMap((page) =>
    readFileSync(page, 'utf8')
      .replace(/^ *```.*?^ *```/gms, '')
      .split('\n')
      .filter((line) => line.length > 130 && !line.startsWith('|'))
      .map((line) => `${page}: ${line}`),
  );
  expect(long).toEqual([]);
});

test('every link of a document leads to a file and a heading; packed documents link unpacked files by full address', () => {
  const inPackage = new Set(packed.files.map(({ path }) => path));
  const dead = documents.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)/g)].flatMap(([, link = '']) => {
      const target = targetOf(link, page);
      if (!target) return [];
      const { path, isFar, fragment } = target;
      const isThere =
        existsSync(path) &&
        (isFar || !inPackage.has(page) || inPackage.has(path)) &&
        (fragment === undefined || headings(readFileSync(path, 'utf8')).includes(fragment));
      return isThere ? [] : [`${page}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});
