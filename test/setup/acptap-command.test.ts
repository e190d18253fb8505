import { expect, test } from 'vitest';
import { acptapCommand, findProgram, type Programs } from '../../proxy/setup/acptap-command.ts';

/** A machine with these files; a value is where a link leads. */
function machine(files: Readonly<Record<string, string>>, more: Partial<Programs> = {}): Programs {
  return {
    platform: 'linux',
    env: { PATH: '/home/me/.nvm/bin:/usr/bin' },
    node: '/home/me/.nvm/bin/node',
    cli: '/lib/acptap/dist/cli.js',
    isFile: (path) => path in files,
    realPath: (path) => files[path] ?? (path.startsWith('/') ? path : undefined),
    ...more,
  };
}

const CLI = '/lib/acptap/dist/cli.js';

test('acptap alone is enough where the PATH of the desktop finds it and its Node', () => {
  const files = { '/usr/local/bin/acptap': CLI, '/usr/bin/node': '/opt/node24' };
  expect(acptapCommand(machine(files, { node: '/opt/node24' }))).toEqual(['acptap']);
});

test.each([
  ['acptap is in a folder of the shell only', { '/home/me/.nvm/bin/acptap': CLI, '/usr/bin/node': '/opt/node24' }],
  ['the desktop has another acptap', { '/usr/bin/acptap': '/other/cli.js', '/usr/bin/node': '/opt/node24' }],
])('full paths where %s', (_title, files) => {
  expect(acptapCommand(machine(files, { node: '/opt/node24' }))).toEqual(['/usr/bin/node', CLI]);
});

test.each([
  ['another Node', { '/usr/bin/acptap': CLI, '/usr/bin/node': '/opt/node18' }],
  ['no Node', { '/usr/bin/acptap': CLI }],
])('full paths where the desktop has %s', (_title, files) => {
  expect(acptapCommand(machine(files, { node: '/opt/node24' }))).toEqual(['/opt/node24', CLI]);
});

test('the path of Node is the name that an update keeps', () => {
  const cellar = '/opt/homebrew/Cellar/node/24.1.0/bin/node';
  const files = {
    '/run/fnm_multishells/1/node': cellar,
    '/p/node_modules/.bin/node': cellar,
    '/opt/homebrew/bin/node': cellar,
  };
  const env = { PATH: './bin:/run/fnm_multishells/1:/p/node_modules/.bin:/opt/homebrew/bin:/usr/bin' };
  expect(acptapCommand(machine(files, { platform: 'darwin', node: cellar, env }))).toEqual([
    '/opt/homebrew/bin/node',
    CLI,
  ]);
  expect(acptapCommand(machine({}, { platform: 'darwin', node: cellar, env }))).toEqual([cellar, CLI]);
});

test('on Windows a program is found with the endings of PATHEXT', () => {
  const programs = machine(
    { [String.raw`C:\npm\gemini.cmd`]: '' },
    { platform: 'win32', env: { Path: String.raw`C:\npm`, PATHEXT: '.EXE;.CMD' } },
  );
  expect(findProgram('gemini', String.raw`C:\bin;C:\npm`, programs)).toBe(String.raw`C:\npm\gemini.cmd`);
  expect(findProgram('codex', String.raw`C:\bin;C:\npm`, programs)).toBeUndefined();
});
