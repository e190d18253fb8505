import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setup } from '../../../proxy/cli/commands/setup.ts';
import type { SetupOptions } from '../../../proxy/cli/setup/options.ts';
import { program } from '../../../proxy/cli/program/program.ts';
import { temporaryFolder } from '../../support/folders.ts';

test.each([[['--undo', '--copy']], [['--json', '--agent', 'Gemini']], [['--json', '--undo']], [['--json', '--yes']]])(
  'setup zed refuses %j',
  async (words) => {
    const acptap = program();
    const quiet = { writeErr: () => {}, outputError: () => {} };
    for (const command of acptap.commands) command.exitOverride().configureOutput(quiet);
    await expect(acptap.parseAsync(['setup', 'zed', ...words], { from: 'user' })).rejects.toMatchObject({
      code: 'commander.conflictingOption',
      message: expect.stringMatching(new RegExp(`'${words[0]}.*' cannot be used with option '${words[1]}`)) as string,
    });
  },
);

/** A settings file with two agents, one of them twice. */
function settings(): string {
  const path = join(temporaryFolder(), 'settings.json');
  const agents = { Echo: { command: 'a' } };
  writeFileSync(path, JSON.stringify({ 'acp.agents': agents, agent_servers: { ...agents, odd: { command: 1 } } }));
  return path;
}

const EDITORS = 'zed, jetbrains, vscode, neovim, emacs';

test.each<[string | undefined, SetupOptions, string]>([
  [undefined, { agent: 'A' }, `name the editor, too: acptap setup zed --agent NAME (editors: ${EDITORS})`],
  [undefined, { yes: true }, `name the editor, too: acptap setup zed --agent NAME (editors: ${EDITORS})`],
  [
    'zedd',
    {},
    `there is no editor "zedd": did you mean zed? (editors: ${EDITORS}; in others put "acptap run --" before the agent's command)`,
  ],
  ['zed', { copy: true }, 'name the agent to copy: acptap setup zed --agent NAME --copy'],
  ['zed', { yes: true }, 'name the agent to wrap: acptap setup zed --agent NAME --yes'],
  ['zed', { agent: 'ech' }, 'there is no agent "ech": did you mean Echo? (agents in FILE: Echo, odd)'],
  ['zed', { agent: 'odd' }, 'odd cannot be wrapped: in FILE, its "command" is not text: correct it in the editor'],
  [
    'vscode',
    { agent: 'Echo' },
    'Echo stands more than once in the settings: FILE (acp.agents), FILE (agent_servers); rename one of them',
  ],
  [
    'emacs',
    { yes: true },
    'the settings of Emacs are code: acptap does not edit them; acptap setup emacs prints lines to paste',
  ],
  [
    'emacs',
    { agent: 'gemni' },
    'there is no agent "gemni": did you mean Gemini? (known agents: Gemini, Claude, Codex, OpenCode)',
  ],
  [
    'jetbrains',
    { file: '/none/acp.json' },
    'JetBrains IDEs has no settings file: looked for /none/acp.json: add an agent in the editor first, or name the file with --file',
  ],
])('setup %s with %o says what is wrong', async (editor, options, message) => {
  const file = settings();
  const given = editor === 'zed' || editor === 'vscode' ? { ...options, file } : options;
  await expect(setup(editor, given)).rejects.toMatchObject({ message: message.replaceAll('FILE', file) });
});
