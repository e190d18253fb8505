import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acptapCommand, findProgram } from '../../proxy/setup/acptap-command.ts';
import { thisMachine } from '../../proxy/setup/machine.ts';
import { temporaryFolder } from '../support/folders.ts';
import { CLI, machineWith } from './machine.ts';

test('acptap alone is enough where the PATH of the desktop finds it and its Node', () => {
  const files = { '/usr/local/bin/acptap': CLI, '/usr/bin/node': '/opt/node24' };
  expect(acptapCommand(machineWith(files, { node: '/opt/node24' }))).toEqual(['acptap']);
});

test.each([
  ['acptap is in a folder of the shell only', { '/home/me/.nvm/bin/acptap': CLI, '/usr/bin/node': '/opt/node24' }],
  ['the desktop has another acptap', { '/usr/bin/acptap': '/other/cli.js', '/usr/bin/node': '/opt/node24' }],
])('full paths where %s', (_title, files) => {
  expect(acptapCommand(machineWith(files, { node: '/opt/node24' }))).toEqual(['/usr/bin/node', CLI]);
});

test.each([
  ['another Node', { '/usr/bin/acptap': CLI, '/usr/bin/node': '/opt/node18' }],
  ['no Node', { '/usr/bin/acptap': CLI }],
])('full paths where the desktop has %s', (_title, files) => {
  expect(acptapCommand(machineWith(files, { node: '/opt/node24' }))).toEqual(['/opt/node24', CLI]);
});

test('the path of Node is the name that an update keeps', () => {
  const cellar = '/opt/homebrew/Cellar/node/24.1.0/bin/node';
  const files = {
    '/run/fnm_multishells/1/node': cellar,
    '/p/node_modules/.bin/node': cellar,
    '/opt/homebrew/bin/node': cellar,
  };
  const env = { PATH: './bin:/run/fnm_multishells/1:/p/node_modules/.bin:/opt/homebrew/bin:/usr/bin' };
  expect(acptapCommand(machineWith(files, { platform: 'darwin', node: cellar, env }))).toEqual([
    '/opt/homebrew/bin/node',
    CLI,
  ]);
  expect(acptapCommand(machineWith({}, { platform: 'darwin', node: cellar, env }))).toEqual([cellar, CLI]);
});

test('on Windows, looks for a program with the endings of PATHEXT', () => {
  const windows = machineWith(
    { [String.raw`C:\npm\gemini.cmd`]: '' },
    { platform: 'win32', env: { Path: String.raw`C:\npm`, PATHEXT: '.EXE;.CMD' } },
  );
  expect(findProgram('gemini', String.raw`C:\bin;C:\npm`, windows)).toBe(String.raw`C:\npm\gemini.cmd`);
  expect(findProgram('codex', String.raw`C:\bin;C:\npm`, windows)).toBeUndefined();
});

test.skipIf(process.platform === 'win32')('a file without the permission to execute is no program', () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(first, 'agent'), '', { mode: 0o644 });
  writeFileSync(join(second, 'agent'), '', { mode: 0o755 });
  expect(findProgram('agent', `${first}:${second}`, thisMachine())).toBe(join(second, 'agent'));
  expect(findProgram(join(first, 'agent'), '', thisMachine())).toBeUndefined();
});
