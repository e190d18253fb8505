import { expect, test } from 'vitest';
import type { CodeEditor, JsonEditor } from '../../proxy/setup/editor.ts';
import { emacs } from '../../proxy/setup/editors/emacs.ts';
import { jetbrains } from '../../proxy/setup/editors/jetbrains.ts';
import { neovim } from '../../proxy/setup/editors/neovim.ts';
import { vscode } from '../../proxy/setup/editors/vscode.ts';
import { zed } from '../../proxy/setup/editors/zed.ts';
import { knownAgents } from '../../proxy/setup/known-agents.ts';
import type { Machine } from '../../proxy/setup/machine.ts';
import { machineWith } from './machine.ts';

const on = (platform: NodeJS.Platform, env: Machine['env'] = {}): Machine =>
  machineWith(
    {},
    {
      platform,
      env,
      namesIn: (folder) =>
        ({
          '/home/me/.config/Code/User/profiles': ['-7a', 'b'],
          '/home/me/.emacs.d/elpa': ['acp-1', 'agent-shell-0.9'],
        })[folder] ?? [],
    },
  );

test.each<[JsonEditor, NodeJS.Platform, Machine['env'], string]>([
  [zed, 'linux', {}, '/home/me/.config/zed/settings.json'],
  [zed, 'linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/zed/settings.json'],
  [zed, 'linux', {}, '/home/me/.var/app/dev.zed.Zed/config/zed/settings.json'],
  [zed, 'darwin', { XDG_CONFIG_HOME: '/xdg' }, '/home/me/.config/zed/settings.json'],
  [zed, 'win32', { APPDATA: 'C:/Roaming' }, 'C:/Roaming/Zed/settings.json'],
  [jetbrains, 'linux', {}, '/home/me/.jetbrains/acp.json'],
  [vscode, 'linux', {}, '/home/me/.config/VSCodium/User/settings.json'],
  [vscode, 'linux', {}, '/home/me/.config/Code/User/profiles/-7a/settings.json'],
  [vscode, 'darwin', {}, '/home/me/Library/Application Support/Code/User/settings.json'],
  [vscode, 'win32', {}, '/home/me/AppData/Roaming/Cursor/User/settings.json'],
])('%o on %s with %o keeps settings in %s', (editor, platform, env, file) => {
  expect(editor.files(on(platform, env))).toContain(file);
});

const lines = ({ plugins }: CodeEditor, index: number) =>
  plugins[index]?.lines(knownAgents.slice(0, 1), ['/n/node', String.raw`C:\acptap\dist\cli.js`]);

test('CodeCompanion gets an adapter with the wrapped command', () => {
  expect(lines(neovim, 0)).toBe(String.raw`require("codecompanion").setup({
  adapters = {
    acp = {
      gemini_cli = function()
        return require("codecompanion.adapters").extend("gemini_cli", {
          commands = { default = { "/n/node", "C:\\acptap\\dist\\cli.js", "run", "--", "gemini", "--acp" } },
        })
      end,
    },
  },
})
`);
});

test('avante.nvim gets the program and its arguments apart', () => {
  expect(lines(neovim, 1)).toBe(String.raw`require("avante").setup({
  acp_providers = {
    ["gemini-cli"] = {
      command = "/n/node",
      args = { "C:\\acptap\\dist\\cli.js", "run", "--", "gemini", "--acp" },
    },
  },
})
`);
});

test('agent-shell gets a variable for each agent', () => {
  expect(lines(emacs, 0)).toBe(String.raw`(setq agent-shell-google-gemini-acp-command
      '("/n/node" "C:\\acptap\\dist\\cli.js" "run" "--" "gemini" "--acp"))
`);
});

test('plugins are found where their managers put them', () => {
  expect(neovim.plugins[0]?.folders(on('linux'))).toContain('/home/me/.local/share/nvim/lazy/codecompanion.nvim');
  expect(neovim.plugins[1]?.folders(on('win32', { LOCALAPPDATA: 'C:/L' }))).toContain(
    'C:/L/nvim-data/lazy/avante.nvim',
  );
  expect(emacs.plugins[0]?.folders(on('linux'))).toContain('/home/me/.emacs.d/elpa/agent-shell-0.9');
});
