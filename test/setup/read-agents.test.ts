import { describe, expect, test } from 'vitest';
import { jetbrains } from '../../proxy/setup/editors/jetbrains.ts';
import { vscode } from '../../proxy/setup/editors/vscode.ts';
import { zed } from '../../proxy/setup/editors/zed.ts';
import { findWrap } from '../../proxy/setup/find-wrap.ts';
import { readAgents } from '../../proxy/setup/read-agents.ts';
import { settingsTexts } from './settings-texts.ts';

test.each(settingsTexts)('$title: every agent is found, and none is wrapped', ({ editor, text, agents }) => {
  const found = readAgents(text, editor) as readonly { readonly name: string; readonly wrap: unknown }[];
  expect(found.map(({ name }) => name).filter((name) => name !== 'claude-acp')).toEqual(agents);
  expect(found.map(({ wrap }) => wrap).filter(Boolean)).toEqual([]);
});

test.each([
  ['{"agent_servers": {"a" {}}}', 1, 24, 'colon expected'],
  ['{\r\n  "agent_servers": {\r\n    "a": {"command": "x"\r\n', 4, 1, 'close brace expected'],
  ['\uFEFF{\n  "x": tru\n}', 2, 8, 'invalid symbol'],
  ['[]', 1, 1, 'an object was expected'],
  ['{} {}', 1, 4, 'end of file expected'],
  ['{\n  "agent_servers": []}', 2, 20, 'agent_servers is not an object'],
  ['{"agent_servers": "x"}', 1, 19, 'agent_servers is not an object'],
])('%j is broken at line %i, column %i: %s', (text, line, column, problem) => {
  expect(readAgents(text, zed)).toEqual({ line, column, problem });
});

test.each(['', '\n', '{}', '{"agent_servers": null}', '{"agent_servers": {}}', '// nothing\n{}'])(
  '%j has no agents',
  (text) => {
    expect(readAgents(text, zed)).toEqual([]);
  },
);

test.each([
  ['{}', undefined],
  ['{"type": "registry"}', undefined],
  ['{"type": "custom"}', '"command" is missing'],
  ['"gemini --acp"', 'entry is not an object'],
  ['null', 'entry is not an object'],
  ['[]', 'entry is not an object'],
  ['{"command": ""}', '"command" is empty'],
  ['{"command": " \\t"}', '"command" is empty'],
  ['{"command": 1}', '"command" is not text'],
  ['{"command": null}', '"command" is not text'],
  ['{"command": {}}', '"command" is not text'],
  ['{"command": "x", "args": "y"}', '"args" is not a list of texts'],
  ['{"command": "x", "args": [1]}', '"args" is not a list of texts'],
])('an entry %s has no command to wrap: %s', (entry, problem) => {
  expect(readAgents(`{"agent_servers": {"a": ${entry}}}`, zed)).toMatchObject([
    { name: 'a', command: undefined, problem },
  ]);
});

test('an entry without a command is a mistake where the settings name no agent that the editor installs', () => {
  const problem = '"command" is missing';
  expect(readAgents('{"agent_servers": {"a": {}}}', jetbrains)).toMatchObject([{ problem }]);
  expect(readAgents('{"vscodeAcp.agents": [{"name": "a"}]}', vscode)).toMatchObject([{ problem }]);
});

test('an element of a list without a name has its place as its name', () => {
  const text = '{"vscodeAcp.agents": [{"id": "a", "command": "x"}, 1, {"command": "x"}, {"name": 2}]}';
  expect(readAgents(text, vscode)).toMatchObject([
    { name: 'a', problem: undefined },
    { name: 'vscodeAcp.agents[1]', problem: 'entry is not an object', command: undefined },
    { name: 'vscodeAcp.agents[2]', problem: '"name" is not text', command: undefined },
    { name: 'vscodeAcp.agents[3]', problem: '"name" is not text', command: undefined },
  ]);
  expect(readAgents('{"vscodeAcp.agents": {}}', vscode)).toMatchObject({ problem: 'vscodeAcp.agents is not an array' });
});

test('of two members with one name the last counts, as in editors', () => {
  const text =
    '{"agent_servers": {"a": {"command": "old"}}, "agent_servers": {"a": {"command": "x", "command": "new"}}}';
  expect(readAgents(text, zed)).toMatchObject([{ name: 'a', command: ['new'] }]);
});

describe('a command is wrapped', () => {
  test.each([
    [['acptap', 'run', '--', 'gemini', '--acp']],
    [['/usr/local/bin/acptap', 'run', '--name', 'x', 'gemini', '--acp']],
    [[String.raw`C:\npm\acptap.cmd`, 'run', '--no-record', '--', 'gemini', '--acp']],
    [['/n/node', '--no-warnings', '/lib/acptap/dist/cli.js', 'run', '--', 'gemini', '--acp']],
    [['npx', '-y', 'acptap@0.1.0', 'run', '--', 'gemini', '--acp']],
  ])('%j', (command) => {
    expect(findWrap(command)?.agent).toEqual(['gemini', '--acp']);
  });

  test.each([
    [['gemini', '--acp']],
    [['my-acptap', 'run', '--', 'x']],
    [['acptap', 'replay', 'x']],
    [['acptap', 'run']],
    [['deno', 'run', 'x']],
    [['node', '/my-agent/dist/cli.js', 'run', 'x']],
  ])('not: %j', (command) => {
    expect(findWrap(command)).toBeUndefined();
  });
});
