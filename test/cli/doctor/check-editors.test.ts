import { expect, test } from 'vitest';
import { checkEditors } from '../../../proxy/cli/doctor/check-editors.ts';
import { AcptapError } from '../../../proxy/core/errors.ts';
import { neovim } from '../../../proxy/setup/editors/neovim.ts';
import { zed } from '../../../proxy/setup/editors/zed.ts';
import type { Machine } from '../../../proxy/setup/machine.ts';
import { type AgentEntry, readAgents } from '../../../proxy/setup/read-agents.ts';
import { CLI, machineWith } from '../../setup/machine.ts';

const FILES = ['/usr/bin/gemini', '/usr/bin/node', '/home/me/bin/codex', '/home/me/bin/acptap', '/lib/a.py', CLI];

const machine = machineWith(Object.fromEntries(FILES.map((path) => [path, path])), {
  env: { PATH: '/home/me/bin:/usr/bin' },
  node: '/usr/bin/node',
});

/** The verdict on an agent with this entry in Zed's settings. */
function verdict(entry: unknown, more: Partial<Machine> = {}) {
  const text = JSON.stringify({ agent_servers: { 'A b': entry } });
  const agents = readAgents(text, zed) as readonly AgentEntry[];
  const file = { path: '/z.json', agents, problem: undefined, key: 'agent_servers' };
  const [line] = checkEditors([{ kind: 'json', editor: zed, files: [file] }], { ...machine, ...more });
  return [line?.health, line?.text, line?.advice];
}

const FULL = `/usr/bin/node ${CLI}`;

test.each([
  [['gemini', '--acp'], 'ok', "A b is not wrapped (acptap setup zed --agent 'A b')", undefined],
  [['~/bin/codex'], 'ok', "A b is not wrapped (acptap setup zed --agent 'A b')", undefined],
  [['~/bin/acptap', 'run', '--', 'gemini'], 'ok', 'A b is wrapped', undefined],
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
  [['node', '/lib/a.py', '/lib/new.log'], 'ok', "A b is not wrapped (acptap setup zed --agent 'A b')", undefined],
  [
    ['node', '/opt/gone/agent', '--acp'],
    'broken',
    'A b is not wrapped; /opt/gone/agent was not found',
    'install it, or correct its arguments in /z.json',
  ],
  [
    ['acptap', 'run', '--', 'codex', '-u', '/lib/gone.py'],
    'look',
    'A b is wrapped, but an editor started from the desktop may not find acptap, which is in the PATH of this shell only',
    `in /z.json, replace acptap by ${FULL}`,
  ],
  [
    ['/usr/bin/node', CLI, 'run', '--', 'codex', '-u', '/lib/gone.py'],
    'broken',
    'A b is wrapped; /lib/gone.py was not found',
    'install it, or correct its arguments in /z.json',
  ],
  [
    ['/usr/bin/node', CLI, 'run', '--', 'codex', '-u', '~/gone.py'],
    'broken',
    'A b is wrapped; ~/gone.py was not found',
    'install it, or correct its arguments in /z.json',
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
])('%j is %s: %s', ([command, ...args], health, text, advice) => {
  expect(verdict({ command, args })).toEqual([health, text, advice]);
});

test('a program that is not executable is broken, and does not hide the next one in PATH', () => {
  const isExecutable = (path: string) => !['/usr/bin/gemini', '/home/me/bin/codex', '/usr/bin/acptap'].includes(path);
  const advice = (file: string) => `chmod +x ${file}`;
  expect(verdict({ command: '/usr/bin/gemini' }, { isExecutable })).toEqual([
    'broken',
    'A b is not wrapped; /usr/bin/gemini is not executable',
    advice('/usr/bin/gemini'),
  ]);
  expect(verdict({ command: 'codex' }, { isExecutable })).toEqual([
    'broken',
    'A b is not wrapped; /home/me/bin/codex is not executable',
    advice('/home/me/bin/codex'),
  ]);
  expect(
    verdict({ command: '/home/me/bin/acptap', args: ['run', '--', 'node'] }, { isExecutable: () => false }),
  ).toEqual(['broken', 'A b is wrapped, but /home/me/bin/acptap is not executable', advice('/home/me/bin/acptap')]);
  const hidden = (path: string) => path !== '/usr/sbin/gemini';
  const kindOf = (path: string) => (/^\/usr\/s?bin\/gemini$/.test(path) ? 'file' : undefined);
  expect(verdict({ command: 'gemini' }, { isExecutable: hidden, kindOf })[0]).toBe('ok');
});

test("a program is looked for in the PATH of the agent's entry, too", () => {
  const env = { PATH: '/nothing:/home/me/bin' };
  const shell = { env: { PATH: '/usr/bin' } };
  expect(verdict({ command: 'codex' }, shell)[0]).toBe('broken');
  expect(verdict({ command: 'codex', env }, shell)[0]).toBe('ok');
  expect(verdict({ command: 'codex', env: { Path: env.PATH } }, shell)[0]).toBe('ok');
  expect(verdict({ command: { path: 'codex', env } }, shell)[0]).toBe('ok');
  expect(verdict({ command: 'acptap', args: ['run', '--', 'codex'], env }, shell)[0]).toBe('ok');
  expect(verdict({ command: 'codex', env: { PATH: '/else' } }, shell)[0]).toBe('broken');
  expect(verdict({ command: 'codex', env: { PATH: 1 } }, shell)[0]).toBe('broken');
});

test.each([
  [
    { command: './agent.sh' },
    'A b is not wrapped; ./agent.sh is relative to the project folder, so doctor cannot find it',
    'if the editor does not find it, write its full path in /z.json',
  ],
  [
    { command: 'node_modules/.bin/acptap', args: ['run', '--', 'gemini'] },
    'A b is wrapped, but node_modules/.bin/acptap is relative to the project folder, so doctor cannot find it',
    `in /z.json, replace node_modules/.bin/acptap by ${FULL}`,
  ],
])('the relative program of %j may be there', (entry, text, advice) => {
  expect(verdict(entry)).toEqual(['look', text, advice]);
});

test.each([
  [{ type: 'registry' }, 'ok', 'A b is installed by the editor: it cannot be wrapped (acptap setup zed)', undefined],
  [{ type: 'custom' }, 'broken', 'A b cannot be read: its "command" is missing', 'correct it in /z.json'],
  ['gemini --acp', 'broken', 'A b cannot be read: its entry is not an object', 'correct it in /z.json'],
  [{ command: ' ' }, 'broken', 'A b cannot be read: its "command" is empty', 'correct it in /z.json'],
  [
    { command: 'x', args: 'y' },
    'broken',
    'A b cannot be read: its "args" is not a list of texts',
    'correct it in /z.json',
  ],
])('the entry %j is %s: %s', (entry, health, text, advice) => {
  expect(verdict(entry)).toEqual([health, text, advice]);
});

test('editors without agents, with broken settings and with settings in code have a line each', () => {
  const broken = new AcptapError('file-unusable', '/b: move.json:1:2: colon expected', { advice: 'correct it' });
  const files = [
    { path: '/a.json', agents: [], problem: undefined, key: undefined },
    { path: '/b.json', agents: [], problem: broken, key: undefined },
    { path: '/c: save.json', agents: [], problem: new Error('/c: save.json is odd'), key: undefined },
  ];
  expect(
    checkEditors(
      [
        { kind: 'json', editor: zed, files },
        { kind: 'code', editor: neovim, plugins: ['avante.nvim'] },
      ],
      machine,
    ),
  ).toEqual([
    { subject: 'Zed', health: 'ok', text: 'no agents in /a.json' },
    { subject: 'Zed', health: 'broken', text: '/b: move.json:1:2: colon expected', advice: 'correct it' },
    { subject: 'Zed', health: 'broken', text: '/c: save.json is odd' },
    {
      subject: 'Neovim',
      health: 'ok',
      text: 'avante.nvim: the settings are code, which acptap does not read (acptap setup neovim)',
    },
  ]);
  expect(checkEditors([], machine)).toMatchObject([{ subject: 'editors', health: 'look' }]);
});
