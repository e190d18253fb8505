import { configFolder, type JsonEditor, type Place, roamingFolder } from '../editor.ts';

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
  files: (place) => userFolders(place).flatMap((folder) => [`${folder}/settings.json`, ...profiles(place, folder)]),
  members: {},
  countsWithAgents: true, // most users have no ACP extension
  installs: 'An ACP extension starts the agents that it brings along by itself.',
};

function userFolders(place: Place): readonly string[] {
  const { platform, home } = place;
  if (platform === 'win32') return EDITIONS.map((name) => `${roamingFolder(place)}/${name}/User`);
  if (platform === 'darwin') return EDITIONS.map((name) => `${home}/Library/Application Support/${name}/User`);
  return [
    ...EDITIONS.map((name) => `${configFolder(place)}/${name}/User`),
    ...FLATPAKS.map((name) => `${home}/.var/app/${name}/User`),
  ];
}

/** Each profile has settings of its own. */
const profiles = ({ namesIn }: Place, folder: string) =>
  namesIn(`${folder}/profiles`).map((name) => `${folder}/profiles/${name}/settings.json`);
