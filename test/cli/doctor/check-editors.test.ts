import { expect, test } from 'vitest';
import { checkEditors } from '../../../proxy/cli/doctor/check-editors.ts';
import type { Programs } from '../../../proxy/setup/acptap-command.ts';
import { neovim } from '../../../proxy/setup/editors/neovim.ts';
import { zed } from '../../../proxy/setup/editors/zed.ts';
import { findWrap } from '../../../proxy/setup/find-wrap.ts';

const CLI = '/lib/acptap/dist/cli.js';
const FILES = new Set(['/usr/bin/gemini', '/usr/bin/node', '/home/me/bin/codex', '/home/me/bin/acptap', CLI]);

const programs: Programs = {
  platform: 'linux',
  env: { PATH: '/home/me/bin:/usr/bin', HOME: '/home/me' },
  node: '/usr/bin/node',
  cli: CLI,
  isFile: (path) => FILES.has(path),
  realPath: (path) => path,
};

/** The verdict on an agent with this command in Zed's settings. */
function verdict(...command: readonly string[]) {
  const agent = { key: 'agent_servers', name: 'A b', command: command as [string], wrap: findWrap(command) };
  const file = { path: '/z.json', agents: [agent], problem: undefined, hasKey: true };
  const [line] = checkEditors([{ editor: zed, files: [file] }], programs);
  return [line?.health, line?.text, line?.advice];
}

const FULL = `/usr/bin/node ${CLI}`;

test.each([
  [['gemini', '--acp'], 'ok', "A b is not wrapped (acptap setup zed --agent 'A b')", undefined],
  [['~/bin/codex'], 'ok', "A b is not wrapped (acptap setup zed --agent 'A b')", undefined],
  [['/usr/bin/node', CLI, 'run', '--', 'gemini'], 'ok', 'A b is wrapped', undefined],
  [
    ['codex'],
    'look',
    'A b is not wrapped; an editor started from the desktop may not find codex, which is in the PATH of this shell only',
    'if the editor does not find it, write its full path in /z.json',
  ],
  [
    ['/usr/bin/node', CLI, 'run', '--', 'none'],
    'broken',
    'A b is wrapped; its program none was not found',
    'install it, or correct its command in /z.json',
  ],
  [
    ['/opt/gone', '--acp'],
    'broken',
    'A b is not wrapped; its program /opt/gone was not found',
    'install it, or correct its command in /z.json',
  ],
  [
    ['/old/node', CLI, 'run', '--', 'gemini'],
    'broken',
    'A b is wrapped, but /old/node is gone',
    `in /z.json, replace /old/node ${CLI} by ${FULL}`,
  ],
  [
    ['/usr/bin/node', '/old/acptap/dist/cli.js', 'run', '--', 'gemini'],
    'broken',
    'A b is wrapped, but /old/acptap/dist/cli.js is gone',
    `in /z.json, replace /usr/bin/node /old/acptap/dist/cli.js by ${FULL}`,
  ],
  [
    ['acptap', 'run', '--', 'gemini'],
    'look',
    'A b is wrapped, but an editor started from the desktop may not find acptap, which is in the PATH of this shell only',
    `in /z.json, replace acptap by ${FULL}`,
  ],
  [
    ['acptap.cmd', 'run', '--', 'gemini'],
    'broken',
    'A b is wrapped, but acptap.cmd is in no folder of PATH',
    `in /z.json, replace acptap.cmd by ${FULL}`,
  ],
  [
    ['/usr/bin/node', CLI, 'run', '--', '~/bin/codex'],
    'broken',
    'A b is wrapped, but acptap run does not expand ~/bin/codex',
    'write the full path in /z.json',
  ],
])('%j is %s: %s', (command, health, text, advice) => {
  expect(verdict(...command)).toEqual([health, text, advice]);
});

test('editors without agents, with broken settings and with settings in code have a line each', () => {
  const agent = { key: 'agent_servers', name: 'claude', command: undefined, wrap: undefined };
  const files = [
    { path: '/a.json', agents: [], problem: undefined, hasKey: false },
    { path: '/b.json', agents: [], problem: '/b.json:1:2: colon expected: correct it in the editor', hasKey: true },
    { path: '/c.json', agents: [agent], problem: undefined, hasKey: true },
  ];
  expect(
    checkEditors(
      [
        { editor: zed, files },
        { editor: neovim, plugins: ['avante.nvim'] },
      ],
      programs,
    ),
  ).toEqual([
    { subject: 'Zed', health: 'ok', text: 'no agents in /a.json' },
    { subject: 'Zed', health: 'broken', text: '/b.json:1:2: colon expected', advice: 'correct it in the editor' },
    {
      subject: 'Zed',
      health: 'ok',
      text: 'claude is installed by the editor: it cannot be wrapped (acptap setup zed)',
    },
    {
      subject: 'Neovim',
      health: 'ok',
      text: 'avante.nvim: the settings are code, which acptap does not read (acptap setup neovim)',
    },
  ]);
  expect(checkEditors([], programs)).toMatchObject([{ subject: 'editors', health: 'look' }]);
});
