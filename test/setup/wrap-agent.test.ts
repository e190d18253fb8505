import { array, assert, boolean, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonEditor } from '../../proxy/setup/editor.ts';
import { zed } from '../../proxy/setup/editors/zed.ts';
import { type CommandEntry, isBroken, readAgents } from '../../proxy/setup/read-agents.ts';
import { copyAgent, nameOfCopy, reverseEdit, wrapAgent, type Wrapped } from '../../proxy/setup/wrap-agent.ts';
import { savedAs, settingsTexts } from './settings-texts.ts';
import { rounds } from '../support/effort.ts';

const WRAPPING = { acptap: ['/opt/node', '/opt/acptap/dist/cli.js'], home: '/home/me' } as const;

/** The one agent with this name. */
function agentIn(text: string, editor: JsonEditor, name: string): CommandEntry {
  const agents = readAgents(text, editor);
  if (isBroken(agents)) throw new Error(`line ${agents.line}: ${agents.problem}`);
  const found = agents.filter((agent) => agent.name === name);
  expect(found).toHaveLength(1);
  return found[0] as CommandEntry;
}

const undone = (text: string, editor: JsonEditor, { edit }: Wrapped) =>
  reverseEdit(text, agentIn(text, editor, edit.name), edit);

const cases = settingsTexts.flatMap(({ title, editor, text, agents }) =>
  Object.entries(savedAs).flatMap(([how, save]) =>
    agents.map((name) => ({ title, how, name, editor, text: save(text) })),
  ),
);

describe.each(cases)('$title, saved with $how: $name', ({ name, editor, text }) => {
  const entry = agentIn(text, editor, name);
  const command = [entry.command[0].replace('~', '/home/me'), ...entry.command.slice(1)];

  test('is wrapped without another change, and unwrapped byte for byte', () => {
    const wrapped = wrapAgent(text, entry, WRAPPING);
    const { wrap } = agentIn(wrapped.text, editor, name);
    expect(wrap).toEqual({ acptap: WRAPPING.acptap, agent: command });
    expect(undone(wrapped.text, editor, wrapped)).toBe(text);
    expect(wrapped.text.includes('\r\n')).toBe(text.includes('\r\n'));
    expect(wrapped.text.replaceAll('\r\n', '')).not.toContain('\r');
  });

  test('is copied behind itself, and the copy is removed byte for byte', () => {
    const copied = copyAgent(text, entry, WRAPPING);
    expect(agentIn(copied.text, editor, name).command).toEqual(entry.command);
    expect(agentIn(copied.text, editor, nameOfCopy(name)).wrap?.agent).toEqual(command);
    expect(undone(copied.text, editor, copied)).toBe(text);
  });

  test('is unwrapped without losing changes elsewhere', () => {
    const change = (from: string) => `/* new */ ${from.replace(/\}\s*$/, ', "added": [1, 2] }')}`;
    const wrapped = wrapAgent(text, entry, WRAPPING);
    const changed = change(wrapped.text.replace('\uFEFF', '')).replace(/,(\s*), "added"/, ',$1 "added"');
    const expected = change(text.replace('\uFEFF', '')).replace(/,(\s*), "added"/, ',$1 "added"');
    expect(undone(changed, editor, wrapped)).toBe(expected);
  });
});

test('any command in any layout is wrapped and unwrapped byte for byte', () => {
  const gap = constantFrom('', ' ', '\n    ', '\r\n\t', ' // why\n  ', '/* why */');
  const words = array(string({ unit: 'binary' }), { maxLength: 4 });
  const name = string({ minLength: 1 }).filter((text) => text.trim() !== ''); // a blank one is a mistake in the settings
  assert(
    property(name, words, gap, gap, gap, boolean(), (program, args, one, two, three, comma) => {
      const list = args.map((word) => `${two}${JSON.stringify(word)}${three}`).join(',');
      const end = comma && args.length > 0 ? ',' : '';
      const text = `{${one}"agent_servers":{"a":{"command":${one}${JSON.stringify(program)}${two},"args":[${list}${end}${three}]${two}}}${one}}`;
      const wrapped = wrapAgent(text, agentIn(text, zed, 'a'), { ...WRAPPING, home: '~' });
      const now = agentIn(wrapped.text, zed, 'a');
      expect(now.command).toEqual([...WRAPPING.acptap, 'run', '--', program, ...args]);
      expect(undone(wrapped.text, zed, wrapped)).toBe(text);
    }),
    { numRuns: rounds(10, 100) },
  );
});

describe('after a person edited the wrapped entry', () => {
  const text = '{"agent_servers": {"a": {"command": "agent"}}}';
  const wrapped = wrapAgent(text, agentIn(text, zed, 'a'), WRAPPING);
  const undo = (changed: string) => undone(changed, zed, wrapped);

  test('arguments added behind ours stay', () => {
    expect(undo(wrapped.text.replace('"agent"]', '"agent", "--more"]'))).toBe(
      '{"agent_servers": {"a": {"command": "agent", "args": ["--more"]}}}',
    );
  });

  test('a member between the command and the arguments stays', () => {
    expect(undo(wrapped.text.replace(', "args"', ', "env": {}, "args"'))).toBe(
      '{"agent_servers": {"a": {"command": "agent", "env": {}, "args": []}}}',
    );
  });

  test('a trailing comma behind our arguments does not stay alone', () => {
    expect(undo(wrapped.text.replace('"agent"]', '"agent",]').replace('"args"', '"x": 1, "args"'))).toBe(
      '{"agent_servers": {"a": {"command": "agent", "x": 1, "args": []}}}',
    );
  });

  test('another command is not touched', () => {
    expect(undo(wrapped.text.replace('/opt/node', '/opt/other-node'))).toBeUndefined();
    expect(undo(wrapped.text.replace('"run", ', '"run", "--name", "x", '))).toBeUndefined();
  });
});
