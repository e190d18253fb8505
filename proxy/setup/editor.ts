import type { KnownAgent } from './known-agents.ts';
import type { Machine } from './machine.ts';

/** An editor with its agents in JSON, which `setup` edits. */
export interface JsonEditor {
  readonly kind: 'json';
  readonly id: string;
  readonly title: string;
  /** Members of the settings that hold agents, by name or in an array. */
  readonly keys: readonly string[];
  /** Settings files, those of more common editions first. They need not exist. */
  readonly files: (machine: Machine) => readonly string[];
  /** The key of `keys` whose value is an array; its elements contain their names. */
  readonly listKey?: string;
  /** The members of a new entry, besides `command` and `args`. */
  readonly members: Readonly<Record<string, string>>;
  /** True for an editor that many use without agents: a settings file counts only where it names agents. */
  readonly countsWithAgents?: true;
  /** Where agents come from that `setup` cannot wrap. */
  readonly installs: string;
  /** True if the settings may have entries for such agents, without a command. Otherwise a command is required. */
  readonly namesInstalled: boolean;
}

/** An editor whose settings are code: `setup` prints the lines to paste. */
export interface CodeEditor {
  readonly kind: 'code';
  readonly id: string;
  readonly title: string;
  readonly plugins: readonly Plugin[];
}

export interface Plugin {
  readonly title: string;
  /** The plugin is installed if one of these folders exists. */
  readonly folders: (machine: Machine) => readonly string[];
  /** Lines for the settings that start these agents with acptap. */
  readonly lines: (agents: readonly KnownAgent[], acptap: readonly string[]) => string;
}

export type Editor = JsonEditor | CodeEditor;

/** The folder for settings of a user: XDG on Linux, APPDATA on Windows. */
export const configFolder = ({ env, home }: Machine): string => env['XDG_CONFIG_HOME'] || `${home}/.config`;

export const roamingFolder = ({ env, home }: Machine): string => env['APPDATA'] || `${home}/AppData/Roaming`;

/** The folder for a user's data: XDG on Linux and macOS. */
export const shareFolder = ({ env, home }: Machine): string => env['XDG_DATA_HOME'] || `${home}/.local/share`;
