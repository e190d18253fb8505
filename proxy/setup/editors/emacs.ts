import { type CodeEditor, configFolder, type Place } from '../editor.ts';

/** Folders where package.el, straight.el, elpaca and Doom put agent-shell. package.el adds a version to the name. */
function folders(place: Place): readonly string[] {
  const roots = [`${place.home}/.emacs.d`, `${configFolder(place)}/emacs`];
  return roots.flatMap((root) => [
    ...place
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
