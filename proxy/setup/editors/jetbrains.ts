import type { JsonEditor } from '../editor.ts';

export const jetbrains: JsonEditor = {
  kind: 'json',
  id: 'jetbrains',
  title: 'JetBrains IDEs',
  keys: ['agent_servers'],
  files: ({ home }) => [`${home}/.jetbrains/acp.json`],
  members: {},
  installs: 'The IDE starts agents from the ACP registry by itself; they are not in acp.json.',
  namesInstalled: false,
};
