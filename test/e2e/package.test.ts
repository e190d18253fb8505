import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../scripts/publishable.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;

const folder = temporaryFolder(cleanUpAfterAll());
const installed = join(folder, 'node_modules', 'acptap');

/** Installs the files that `npm publish` sends in a project, and lists them. Runs no scripts, because the build exists. */
function installPacked(): Packed {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const out = execFileSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' });
  const [all] = Object.values(JSON.parse(out) as Record<string, Packed>); // an array, or by name: npm has changed its mind
  if (!all) throw new Error('npm pack printed nothing');
  execFileSync('tar', ['-xzf', all.filename], { cwd: folder });
  mkdirSync(join(folder, 'node_modules'));
  renameSync(join(folder, 'package'), installed);
  return all;
}

const packed = installPacked();

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
  expect(size).toBeLessThan(2_380_000);
});

const withAccount = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('OWNER', 'octocat')) as never;

test('while its addresses are placeholders the package is private, which npm refuses to publish from a folder and from a file', () => {
  expect(JSON.stringify(manifest)).toContain('github.com/OWNER/');
  expect(manifest).toMatchObject({
    private: true,
    scripts: {
      prepack: expect.stringMatching(/^node scripts\/publishable\.ts && /),
      prepublishOnly: 'node scripts/publishable.ts',
    },
  });
});

test('a user’s npm warns of no install script of the package', () => {
  const names = Object.keys(manifest['scripts'] ?? {});
  expect(names.filter((name) => /^(?:preinstall|install|postinstall|prepare)$/.test(name))).toEqual([]);
  expect(names).toContain('postprepare'); // `npm ci` in the repository builds
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

const USER = `
import { defineScript, type Frame } from 'acptap/script';
import { loadRecordingFile, replayAgent } from 'acptap/replay';
import { eachFault } from 'acptap/vitest';
import { eachFault as eachFaultOfNode } from 'acptap/node-test';

export default defineScript({
  onFailure: 'refuse',
  frame(frame, wire) {
    if (frame.from === 'agent' && frame.kind === 'request' && frame.method === 'fs/write_text_file') {
      const path: string = frame.params.path;
      // @ts-expect-error a path is not a number
      const wrong: number = frame.params.path;
      return wrong ? wire.drop() : wire.answer(frame, { error: { code: 1, message: path } });
    }
    if (frame.method === 'fs/write_text_file' && !frame.params.path.startsWith(wire.session(frame.sessionId)?.cwd ?? '/'))
      return wire.answer(frame, { error: { code: -32000, message: 'outside the project' } });
    return undefined;
  },
});
export const seen = (frame: Frame) => frame.method;
export const agent = async () =>
  replayAgent(await loadRecordingFile('a.acp.jsonl'), {
    faults: ['drop once'],
    seed: 7,
    frame: (frame, wire) => (frame.method === 'session/update' ? wire.drop() : undefined),
  });
eachFault('a.acp.jsonl', { kinds: ['mute'], faults: ['drop once'], seed: 7 }, async ({ agent: replayed, kind, fault }) => {
  const text: string = kind + fault;
  await replayed.writable.close();
  // @ts-expect-error a fault is a text
  const wrong: number = fault;
  if (text === '') throw new Error(String(wrong));
});
// @ts-expect-error a seed is a number
eachFaultOfNode('a.acp.jsonl', { seed: '7' }, () => {});
`;

/** Type-checks files in a project that has the package, by the package's types only. */
function checkTypes(files: Readonly<Record<string, string>>): string {
  for (const name of ['vitest', '@types', 'undici-types', '@agentclientprotocol'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  cpSync(join(installed, 'docs', 'scripts'), join(folder, 'scripts'), { recursive: true });
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts', 'scripts/*.ts'] }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    return execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    });
  } catch (cause) {
    return (cause as { stdout: string }).stdout;
  }
}

test('a strict project can use the types of each entry of the package, and copy the examples', () => {
  expect(readdirSync('docs/scripts').length).toBeGreaterThan(5);
  expect(checkTypes({ 'user.ts': USER })).toBe('');
});

test('the program runs from the package', () => {
  symlinkSync(resolve('node_modules/better-sqlite3'), join(folder, 'node_modules', 'better-sqlite3'));
  const words = [join(installed, 'dist/cli.js'), 'check', 'recordings/formats/v1.acp.jsonl', '--fail-on', 'never'];
  const env = { ...process.env, ACPTAP_HOME: join(folder, 'data') };
  expect(execFileSync(process.execPath, words, { encoding: 'utf8', env })).toContain('v1.acp.jsonl');
});
