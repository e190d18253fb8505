import { describe, expect, test } from 'vitest';
import { findWrap } from '../../proxy/setup/find-wrap.ts';
import { readAgents } from '../../proxy/setup/read-agents.ts';
import { settingsTexts } from './settings-texts.ts';

const KEYS = ['agent_servers'];

test.each(settingsTexts)('$title: every agent is found, and none is wrapped', ({ editor, text, agents }) => {
  const found = readAgents(text, editor.keys) as readonly { readonly name: string; readonly wrap: unknown }[];
  expect(found.map(({ name }) => name).filter((name) => name !== 'claude-acp')).toEqual(agents);
  expect(found.map(({ wrap }) => wrap).filter(Boolean)).toEqual([]);
});

test.each([
  ['{"agent_servers": {"a" {}}}', 1, 24, 'colon expected'],
  ['{\r\n  "agent_servers": {\r\n    "a": {"command": "x"\r\n', 4, 1, 'close brace expected'],
  ['\uFEFF{\n  "x": tru\n}', 2, 8, 'invalid symbol'],
  ['[]', 1, 1, 'an object was expected'],
  ['{} {}', 1, 4, 'end of file expected'],
])('%j is broken at line %i, column %i: %s', (text, line, column, problem) => {
  expect(readAgents(text, KEYS)).toEqual({ line, column, problem });
});

test.each(['', '\n', '{}', '{"agent_servers": null}', '{"agent_servers": {"a": 1, "b": []}}', '// nothing\n{}'])(
  '%j has no agents',
  (text) => {
    expect(readAgents(text, KEYS)).toEqual([]);
  },
);

test.each([
  ['{"type": "registry"}'],
  ['{"command": ""}'],
  ['{"command": 1}'],
  ['{"command": "x", "args": "y"}'],
  ['{"command": "x", "args": [1]}'],
])('an entry %s has no command to wrap', (entry) => {
  expect(readAgents(`{"agent_servers": {"a": ${entry}}}`, KEYS)).toMatchObject([{ name: 'a', command: undefined }]);
});

test('of two members with one name the last counts, as in editors', () => {
  const text =
    '{"agent_servers": {"a": {"command": "old"}}, "agent_servers": {"a": {"command": "x", "command": "new"}}}';
  expect(readAgents(text, KEYS)).toMatchObject([{ name: 'a', command: ['new'] }]);
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
