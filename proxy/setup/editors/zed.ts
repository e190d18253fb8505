import { configFolder, type JsonEditor, roamingFolder } from '../editor.ts';

export const zed: JsonEditor = {
  kind: 'json',
  id: 'zed',
  title: 'Zed',
  keys: ['agent_servers'],
  files: (machine) => {
    if (machine.platform === 'win32') return [`${roamingFolder(machine)}/Zed/settings.json`];
    if (machine.platform === 'darwin') return [`${machine.home}/.config/zed/settings.json`];
    return [
      `${configFolder(machine)}/zed/settings.json`,
      `${machine.home}/.var/app/dev.zed.Zed/config/zed/settings.json`,
    ]; // the second is Flatpak's
  },
  members: { type: 'custom' },
  installs: 'Zed installs and starts agents from the ACP registry and from extensions by itself.',
  namesInstalled: true,
};
