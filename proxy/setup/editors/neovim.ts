import { type CodeEditor, shareFolder } from '../editor.ts';
import type { Machine } from '../machine.ts';

/** Folders where plugin managers put a plugin: lazy.nvim, Neovim's own packages, vim-plug, packer. */
const pluginFolders =
  (name: string) =>
  (machine: Machine): readonly string[] => {
    const data =
      machine.platform === 'win32' ? `${machine.env['LOCALAPPDATA'] ?? ''}/nvim-data` : `${shareFolder(machine)}/nvim`;
    const packages = machine.namesIn(`${data}/site/pack`).map((folder) => `${data}/site/pack/${folder}`);
    return [
      `${data}/lazy/${name}`,
      `${data}/plugged/${name}`,
      ...packages.flatMap((folder) => [`${folder}/start/${name}`, `${folder}/opt/${name}`]),
    ];
  };

const quoted = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(', ');

export const neovim: CodeEditor = {
  kind: 'code',
  id: 'neovim',
  title: 'Neovim',
  plugins: [
    {
      title: 'CodeCompanion',
      folders: pluginFolders('codecompanion.nvim'),
      lines: (agents, acptap) =>
        `require("codecompanion").setup({
  adapters = {
    acp = {
${agents
  .map(
    ({ codeCompanion, command }) => `      ${codeCompanion} = function()
        return require("codecompanion.adapters").extend("${codeCompanion}", {
          commands = { default = { ${quoted([...acptap, 'run', '--', ...command])} } },
        })
      end,
`,
  )
  .join('')}    },
  },
})
`,
    },
    {
      title: 'avante.nvim',
      folders: pluginFolders('avante.nvim'),
      lines: (agents, [program = '', ...rest]) =>
        `require("avante").setup({
  acp_providers = {
${agents
  .map(
    ({ avante, command }) => `    ["${avante}"] = {
      command = ${quoted([program])},
      args = { ${quoted([...rest, 'run', '--', ...command])} },
    },
`,
  )
  .join('')}  },
})
`,
    },
  ],
};
