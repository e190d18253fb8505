import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { AcptapError } from '#core/errors.ts';
import type { CodeEditor, Editor, JsonEditor, Place } from './editor.ts';
import { editors } from './editors/editors.ts';
import { type Agent, type Entry, isBroken, readAgents } from './read-agents.ts';
import { readSettings, type SettingsFile } from './settings-file.ts';

/** This machine. */
export const thisPlace = (): Place => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
  namesIn: (folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
});

/** An editor on this machine: its settings files with agents, or its plugins. */
export type FoundEditor =
  | { readonly editor: JsonEditor; readonly files: readonly FoundFile[] }
  | { readonly editor: CodeEditor; readonly plugins: readonly string[] };

/** `problem`: why the file cannot be read, with line and column. */
export interface FoundFile {
  readonly path: string;
  readonly agents: readonly Agent[];
  readonly problem: string | undefined;
  /** True when the text names a member for agents, even if it cannot be read. */
  readonly hasKey: boolean;
}

/** The editors of this machine. */
export function findEditors(place: Place): readonly FoundEditor[] {
  return editors
    .map((editor) => findEditor(editor, place))
    .map((found) => ('files' in found && found.editor.countsWithAgents ? withAgents(found.editor, found.files) : found))
    .filter((found) => ('files' in found ? found.files.length > 0 : found.plugins.length > 0));
}

const withAgents = (editor: JsonEditor, files: readonly FoundFile[]) => ({
  editor,
  files: files.filter(({ agents, hasKey }) => agents.length > 0 || hasKey),
});

/** The same for one editor, with all its settings files. */
export function findEditor(editor: Editor, place: Place): FoundEditor {
  if (editor.kind === 'code') return { editor, plugins: installedPlugins(editor, place) };
  const files = editor.files(place).map((path) => look(path, editor));
  return { editor, files: files.filter((file) => file !== undefined) };
}

const installedPlugins = ({ plugins }: CodeEditor, place: Place) =>
  plugins
    .filter((plugin) => plugin.folders(place).some((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory()))
    .map(({ title }) => title);

function look(path: string, editor: JsonEditor): FoundFile | undefined {
  let hasKey = false;
  try {
    const file = readSettings(path);
    if (!file) return undefined;
    hasKey = editor.keys.some((key) => file.text.includes(`"${key}"`));
    return { path, agents: agentsOf(file, editor), problem: undefined, hasKey };
  } catch (cause) {
    return { path, agents: [], problem: cause instanceof Error ? cause.message : String(cause), hasKey };
  }
}

/** The agents of a file. @throws {AcptapError} `file-unusable` with line and column. */
export function agentsOf(file: SettingsFile, { keys }: JsonEditor): readonly Entry[] {
  const agents = readAgents(file.text, keys);
  if (!isBroken(agents)) return agents;
  const { line, column, problem } = agents;
  throw new AcptapError(
    'file-unusable',
    `${file.path}:${line}:${column}: ${problem}: correct it in the editor; acptap does not change a file that it cannot read`,
  );
}
