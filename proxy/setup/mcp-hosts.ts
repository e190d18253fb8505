import { configFolder } from './editor.ts';
import { zed } from './editors/zed.ts';
import type { Machine } from './machine.ts';

/** A program whose model can use MCP servers, with its settings. */
export type McpHost = JsonHost | TomlHost;

/** A host with settings in JSON: `setup --mcp` edits them. */
export interface JsonHost {
  readonly kind: 'json';
  readonly id: string;
  readonly title: string;
  /** The member of the settings that holds servers by name. */
  readonly key: string;
  /** The settings file; it need not exist. `cwd`: the current folder. */
  readonly file: (machine: Machine, cwd: string) => string;
  /** The folder in which the server runs, for the user. */
  readonly runsIn: string;
}

/** A host with settings in TOML: `setup --mcp` prints the lines to add. */
export interface TomlHost {
  readonly kind: 'toml';
  readonly id: string;
  readonly title: string;
  readonly file: (machine: Machine) => string;
}

/** In the order in which messages list them. */
export const mcpHosts: readonly McpHost[] = [
  {
    kind: 'json',
    id: 'claude-code',
    title: 'Claude Code',
    key: 'mcpServers',
    file: (_machine, cwd) => `${cwd}/.mcp.json`,
    runsIn: 'this project',
  },
  {
    kind: 'toml',
    id: 'codex',
    title: 'Codex',
    file: ({ env, home }) => `${env['CODEX_HOME'] || `${home}/.codex`}/config.toml`,
  },
  {
    kind: 'json',
    id: 'gemini',
    title: 'Gemini CLI',
    key: 'mcpServers',
    file: ({ home }) => `${home}/.gemini/settings.json`,
    runsIn: 'the folder in which you start it',
  },
  {
    kind: 'json',
    id: zed.id,
    title: zed.title,
    key: 'context_servers',
    file: (machine) => zed.files(machine)[0] ?? `${configFolder(machine)}/zed/settings.json`,
    runsIn: 'the project',
  },
];
