import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../support/recording-file.ts';
import { redacted, redactedParams } from './redact-entries.ts';
import { rounds } from '../support/effort.ts';

/** Redacts texts in a recording of an agent that was started in `cwd`. */
const texts = (said: readonly string[], cwd = '/home/alice/app'): unknown =>
  (redactedParams({ texts: said }, header({ cwd })) as { texts: unknown }).texts;

describe('the user of a home folder is not named', () => {
  test.each([
    ['/home/alice/x', '/home/user/x'],
    ['/home/alice', '/home/user'],
    ['(/home/alice), "/home/alice": `/home/alice`.', '(/home/user), "/home/user": `/home/user`.'],
    ['It is in /home/alice.', 'It is in /home/user.'],
    ['/Users/bob/x', '/Users/user/x'],
    ['/var/home/bob/x', '/var/home/user/x'],
    ['/mnt/c/Users/bob/x and /c/Users/bob/x', '/mnt/c/Users/user/x and /c/Users/user/x'],
    [String.raw`C:\Users\bob\x`, String.raw`C:\Users\user\x`],
    [String.raw`c:\\users\\Bob Smith\\x`, String.raw`c:\\users\\user\\x`],
    [String.raw`\\wsl.localhost\Ubuntu\home\bob\x`, String.raw`\\wsl.localhost\Ubuntu\home\user\x`],
    ['file:///home/bob/x', 'file:///home/user/x'],
    ['file:///C:/Users/bob/x', 'file:///C:/Users/user/x'],
    ['x?path=%2Fhome%2Fbob%2Fx', 'x?path=%2Fhome%2Fuser%2Fx'],
    ['vscode-remote://ssh-remote+host/home/bob/x', 'vscode-remote://ssh-remote+host/home/user/x'],
    ['scp host:/home/bob/x', 'scp host:/home/user/x'],
    ['PATH=/bin:/home/bob/bin', 'PATH=/bin:/home/user/bin'],
    ['cc -I/home/bob/include --root=/home/bob', 'cc -I/home/user/include --root=/home/user'],
    ['\u{1b}[32m/home/bob/x\u{1b}[0m', '\u{1b}[32m/home/user/x\u{1b}[0m'],
    [String.raw`first\n/home/bob/x`, String.raw`first\n/home/user/x`],
    ['/home/alice/.claude/projects/-home-alice-app/x', '/home/user/.claude/projects/-home-user-app/x'],
    ['~/.claude/projects/-home-alice-app/x', '~/.claude/projects/-home-user-app/x'],
    ['-home-alice-app', '-home-user-app'],
    ['/home/anna-maria/x -home-anna-maria-x', '/home/user/x -home-user-x'],
    ['look at @/home/alice/app/x', 'look at @/home/user/app/x'],
    ['+/home/alice/x', '+/home/user/x'],
    ['-/home/alice/x', '-/home/user/x'],
    ['**/home/alice/app/x.ts** and _/home/alice/x_.', '**/home/user/app/x.ts** and _/home/user/x_.'],
    ['+++ b/home/alice/x', '+++ b/home/user/x'],
    ['/tmp/alice/x and /run/user/alice', '/tmp/user/x and /run/user/user'],
  ])('%s', (said, expected) => {
    expect(texts([said])).toEqual([expected]);
  });

  test('whatever characters the name has', () => {
    for (const name of ['anna-maria', 'a.b+c', 'jürgen'])
      expect([name, texts([`@/home/${name}/x`], `/home/${name}/app`)]).toEqual([name, ['@/home/user/x']]);
  });

  test('in the slug of a folder that is named elsewhere', () => {
    expect(texts(['/home/bob/x', 'C--Users-bob-x', '-home-bob-x'])).toEqual([
      '/home/user/x',
      'C--Users-user-x',
      '-home-user-x',
    ]);
  });
});

describe('a text that names no home folder stays', () => {
  test.each([
    'src/home/components/Button.tsx',
    './home/components/Button.tsx, ../Users/list.ts, @/home/index.ts, ${root}/home/index.ts',
    'app/[slug]/home/page.tsx and **/home/*.ts',
    'https://example.com/home/login and http://localhost:3000/home/alice',
    'GET /users/bob',
    'src/home/alice/x, lib/@/home/alice/x',
    'Alice and alice work on packages/alice/index.ts',
    '/tmp/bob/x, /tmp/malice/x',
    '/home/$USER/x, /home/<name>/x, /home/*/x',
    'agent --max-tokens 5 nav-home-alice --home-alice',
  ])('%s', (said) => {
    expect(texts([said])).toEqual([said]);
  });

  test('and so does a program that is called like its user', () => {
    expect(texts(['/usr/local/bin/node'], '/home/node/app')).toEqual(['/usr/local/bin/node']);
  });
});

const FOLDERS = [
  ['/home/alice/app', '/home/user/app'],
  ['/Users/alice/app', '/Users/user/app'],
  ['/var/home/alice/app', '/var/home/user/app'],
  ['/mnt/c/Users/alice/app', '/mnt/c/Users/user/app'],
  ['/home/alice', '/home/user'],
  ['/work/app', '/work/app'],
  [String.raw`C:\Users\alice\app`, String.raw`C:\Users\user\app`],
] as const;

const part = constantFrom(
  'home',
  'Users',
  'alice',
  'user',
  'src',
  'components',
  '[slug]',
  '@scope',
  'Button.tsx',
  'var',
  'mnt',
);
const slug = constantFrom('-home-alice-app', '-Users-alice');
const parts = array(part, { minLength: 1, maxLength: 3 });
const form = constantFrom<(path: string) => string>(
  (path) => path,
  (path) => `see ${path}, then go on`,
  (path) => `"${path}": 1`,
  (path) => JSON.stringify({ path }),
);

test('redaction changes no path below the project folder', () => {
  assert(
    property(
      constantFrom(...FOLDERS),
      parts,
      array(slug, { maxLength: 1 }),
      parts,
      form,
      (folders, before, slugs, after, write) => {
        const [cwd, masked] = folders;
        const separator = cwd.startsWith('/') ? '/' : '\\';
        const path = [...before, ...slugs, ...after].join(separator);
        // `@/home/alice` may as well mention a file of the user: it is masked.
        const isLikeHome = /^(?:home|Users)\/alice(?![\w-])/.test(path);
        const aliases = isLikeHome ? [] : [`@${separator}${path}`];
        const said = [path, `.${separator}${path}`, ...aliases, `$ROOT${separator}${path}`];
        const below = said.slice(0, 1).map((each) => `${cwd}${separator}${each}`);
        expect(texts([...said, ...below].map(write), cwd)).toEqual([
          ...said.map(write),
          ...below.map((each) => write(`${masked}${each.slice(cwd.length)}`)),
        ]);
      },
    ),
    { numRuns: rounds(150, 500) },
  );
});

test('the folder of a session is a project folder, too', () => {
  const text = redacted(
    parseTranscript(`
      > 1 session/new {"cwd":"/work/tool","mcpServers":[]}
      < _said {"path":"/work/tool/packages/alice/index.ts","other":"/work/alice/index.ts"}`),
    header({ cwd: '/home/alice' }),
  );
  expect(text).toContain('"path":"/work/tool/packages/alice/index.ts","other":"/work/user/index.ts"');
});
