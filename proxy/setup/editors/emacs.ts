import { type CodeEditor, configFolder } from '../editor.ts';
import type { Machine } from '../machine.ts';

/** Folders where package.el, straight.el, elpaca and Doom put agent-shell. package.el adds a version to the name. */
function folders(machine: Machine): readonly string[] {
  const roots = [`${machine.home}/.emacs.d`, `${configFolder(machine)}/emacs`];
  return roots.flatMap((root) => [
    ...machine
      .namesIn(`${root}/elpa`)
      .filter((name) => name.startsWith('agent-shell-'))
      .map((name) => `${root}/elpa/${name}`),
    `${root}/straight/repos/agent-shell`,
    `${root}/elpaca/repos/agent-shell`,
    `${root}/.local/straight/repos/agent-shell`,
  ]);
}

export const emacs: CodeEditor = {
  kind: 'code',
  id: 'emacs',
  title: 'Emacs',
  plugins: [
    {
      title: 'agent-shell',
      folders,
      lines: (agents, acptap) =>
        agents
          .map(({ agentShell, command }) => {
            const words = [...acptap, 'run', '--', ...command].map((word) => JSON.stringify(word)).join(' ');
            return `(setq ${agentShell}\n      '(${words}))\n`;
          })
          .join(''),
    },
  ],
};
