import { configFolder, type JsonEditor, roamingFolder } from '../editor.ts';

export const zed: JsonEditor = {
  kind: 'json',
  id: 'zed',
  title: 'Zed',
  keys: ['agent_servers'],
  files: (place) => {
    if (place.platform === 'win32') return [`${roamingFolder(place)}/Zed/settings.json`];
    if (place.platform === 'darwin') return [`${place.home}/.config/zed/settings.json`];
    return [`${configFolder(place)}/zed/settings.json`, `${place.home}/.var/app/dev.zed.Zed/config/zed/settings.json`]; // the second is Flatpak's
  },
  members: { type: 'custom' },
  installs: 'Zed installs and starts agents from the ACP registry and from extensions by itself.',
};
