/** Settings that make an editor start its agent through acptap. Gemini CLI stands for any ACP agent. */
export interface EditorSettings {
  readonly editor: string;
  /** The settings file or dialog. */
  readonly where: string;
  readonly text: string;
}

const entry = (extra: readonly string[], indent: string) =>
  [...extra, '"command": "acptap",', '"args": ["run", "--", "gemini", "--acp"]']
    .map((line) => indent + line)
    .join('\n');

export const EDITORS: readonly EditorSettings[] = [
  {
    editor: 'Zed',
    where: 'settings.json',
    text: `"agent_servers": {
  "Gemini (acptap)": {
${entry(['"type": "custom",'], '    ')}
  }
}`,
  },
  {
    editor: 'JetBrains',
    where: '~/.jetbrains/acp.json',
    text: `{
  "agent_servers": {
    "Gemini (acptap)": {
${entry([], '      ')}
    }
  }
}`,
  },
  {
    editor: 'VS Code',
    where: 'settings.json, with the extension ACP Client',
    text: `"acp.agents": {
  "Gemini (acptap)": {
${entry([], '    ')}
  }
}`,
  },
  {
    editor: 'CodeCompanion',
    where: 'the set-up of codecompanion.nvim',
    text: `adapters = {
  acp = {
    gemini_cli = function()
      return require("codecompanion.adapters").extend("gemini_cli", {
        commands = {
          default = { "acptap", "run", "--", "gemini", "--acp" },
        },
      })
    end,
  },
}`,
  },
  {
    editor: 'avante',
    where: 'the set-up of avante.nvim',
    text: `acp_providers = {
  ["gemini-cli"] = {
    command = "acptap",
    args = { "run", "--", "gemini", "--acp" },
  },
}`,
  },
  {
    editor: 'Emacs',
    where: 'init.el, with agent-shell',
    text: `(setq agent-shell-google-gemini-acp-command
      '("acptap" "run" "--" "gemini" "--acp"))`,
  },
];
