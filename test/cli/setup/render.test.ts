import { expect, test } from 'vitest';
import { renderDifference, renderEditors, shellWord } from '../../../proxy/cli/render/setup.ts';
import type { JsonEditor } from '../../../proxy/setup/editor.ts';
import { vscode } from '../../../proxy/setup/editors/vscode.ts';
import { zed } from '../../../proxy/setup/editors/zed.ts';
import { type AgentEntry, readAgents } from '../../../proxy/setup/read-agents.ts';

/** Returns the output of `setup` for an editor with this settings file. */
function listOf(editor: JsonEditor, settings: object, key?: string): string {
  const agents = readAgents(JSON.stringify(settings), editor) as readonly AgentEntry[];
  return renderEditors(
    [{ kind: 'json', editor, files: [{ path: '/s.json', agents, problem: undefined, key }] }],
    ['acptap'],
  );
}

test('the entry for an agent that the editor installs comes with its file and key', () => {
  const agent_servers = { Echo: { command: 'echo' }, claude: { type: 'registry' }, odd: { command: 'x', args: 'y' } };
  expect(listOf(zed, { agent_servers })).toBe(`Zed  /s.json
  Echo    not wrapped        echo
  claude  cannot be wrapped
  odd     cannot be read     "args" is not a list of texts
  Wrap it: acptap setup zed --agent Echo
  Zed installs and starts agents from the ACP registry and from extensions by itself.
  To record Claude, add this entry to "agent_servers" in /s.json:
    "Claude (acptap)": {
      "type": "custom",
      "command": "acptap",
      "args": [
        "run",
        "--",
        "npx",
        "-y",
        "@agentclientprotocol/claude-agent-acp"
      ]
    }
`);
});

test('without agents, the example uses the key of the file, as an array if the file has an array', () => {
  expect(listOf(zed, {})).toContain('To record Gemini, add this entry to "agent_servers" in /s.json:\n    "Gemini (ac');
  expect(listOf(vscode, {})).toContain('add this entry to "acp.agents" in /s.json:\n    "Gemini (acptap)": {');
  expect(listOf(vscode, {}, 'vscodeAcp.agents')).toContain(
    'add this entry to "vscodeAcp.agents" in /s.json:\n    {\n      "name": "Gemini (acptap)",\n',
  );
});

test.each([
  ['a\nb\nc\nd\n', 'a\nb\nC\nd\n', '  line 2:\n    b\n  - c\n  + C\n    d\n'],
  ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', '  line 2:\n    b\n  + c\n'],
  ['a\nb\nb\n', 'a\nb\n', '  line 2:\n    b\n  - b\n'],
  ['{}', '[]', '  line 1:\n  - {}\n  + []\n'],
  ['a\n\tb\u001B[2J\n', 'a\n', '  line 1:\n    a\n  -     b\\x1b[2J\n'],
])('the difference of %j and %j', (before, after, text) => {
  expect(renderDifference(before, after)).toBe(text);
});

test.each([
  ['Gemini', 'Gemini'],
  ['Open Hands', "'Open Hands'"],
  ["it's", String.raw`'it'\''s'`],
  ['', "''"],
])('%j is %s in a shell', (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
});
