import { configFolder, type JsonEditor, roamingFolder } from '../editor.ts';
import type { Machine } from '../machine.ts';

/** VS Code, its other editions and the editors made from it. */
const EDITIONS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/** Folders of editions that Flatpak keeps apart. */
const FLATPAKS = ['com.visualstudio.code/config/Code', 'com.vscodium.codium/config/VSCodium'];

export const vscode: JsonEditor = {
  kind: 'json',
  id: 'vscode',
  title: 'VS Code',
  // ACP Client; ACP Plugin, with its older names; ACP - VSCode AI Agent Client.
  keys: ['acp.agents', 'agent_servers', 'acp.agent_servers', 'acp.agentServers', 'vscodeAcp.agents'],
  listKey: 'vscodeAcp.agents',
  files: (machine) =>
    userFolders(machine).flatMap((folder) => [`${folder}/settings.json`, ...profiles(machine, folder)]),
  members: {},
  countsWithAgents: true, // most users have no ACP extension
  installs: 'An ACP extension starts the agents that it brings along by itself.',
  namesInstalled: true,
};

function userFolders(machine: Machine): readonly string[] {
  const { platform, home } = machine;
  if (platform === 'win32') return EDITIONS.map((name) => `${roamingFolder(machine)}/${name}/User`);
  if (platform === 'darwin') return EDITIONS.map((name) => `${home}/Library/Application Support/${name}/User`);
  return [
    ...EDITIONS.map((name) => `${configFolder(machine)}/${name}/User`),
    ...FLATPAKS.map((name) => `${home}/.var/app/${name}/User`),
  ];
}

/** Each profile has settings of its own. */
const profiles = ({ namesIn }: Machine, folder: string) =>
  namesIn(`${folder}/profiles`).map((name) => `${folder}/profiles/${name}/settings.json`);
