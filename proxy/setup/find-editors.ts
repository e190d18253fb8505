import { AcptapError } from '#core/errors.ts';
import type { CodeEditor, Editor, JsonEditor } from './editor.ts';
import { editors } from './editors/editors.ts';
import type { Machine } from './machine.ts';
import { type AgentSettings, type AgentEntry, isBroken, readAgents } from './read-agents.ts';
import { readSettings, type SettingsFile } from './settings-file.ts';

/** An editor on this machine: its settings files with agents, or its plugins. */
export type FoundEditor = FoundJson | FoundCode;

export interface FoundJson {
  readonly kind: 'json';
  readonly editor: JsonEditor;
  readonly files: readonly FoundFile[];
}

export interface FoundCode {
  readonly kind: 'code';
  readonly editor: CodeEditor;
  readonly plugins: readonly string[];
}

/** A settings file. */
export interface FoundFile {
  readonly path: string;
  readonly agents: readonly AgentEntry[];
  /** Why the file cannot be read, with line and column. */
  readonly problem: Error | undefined;
  /** The first of the editor's `keys` that the text contains, even if it cannot be parsed. */
  readonly key: string | undefined;
}

/** The editors of this machine. */
export function findEditors(machine: Machine): readonly FoundEditor[] {
  return editors
    .map((editor) => findEditor(editor, machine))
    .map((found) => (found.kind === 'json' && found.editor.countsWithAgents ? withAgents(found) : found))
    .filter((found) => (found.kind === 'json' ? found.files : found.plugins).length > 0);
}

const withAgents = (found: FoundJson) => ({ ...found, files: found.files.filter(({ key }) => key !== undefined) });

/** Looks for one editor. Includes settings files that name no agents. */
export function findEditor(editor: Editor, machine: Machine): FoundEditor {
  if (editor.kind === 'code') return { kind: 'code', editor, plugins: installedPlugins(editor, machine) };
  const files = editor.files(machine).map((path) => look(path, editor));
  return { kind: 'json', editor, files: files.filter((file) => file !== undefined) };
}

const installedPlugins = ({ plugins }: CodeEditor, machine: Machine) =>
  plugins
    .filter((plugin) => plugin.folders(machine).some((path) => machine.kindOf(path) === 'folder'))
    .map(({ title }) => title);

function look(path: string, editor: JsonEditor): FoundFile | undefined {
  let key: string | undefined;
  try {
    const file = readSettings(path);
    if (!file) return undefined;
    key = editor.keys.find((each) => file.text.includes(`"${each}"`));
    return { path, agents: agentsOf(file, editor), problem: undefined, key };
  } catch (cause) {
    if (!(cause instanceof AcptapError) && !isSystemError(cause)) throw cause;
    return { path, agents: [], problem: cause, key };
  }
}

const isSystemError = (cause: unknown): cause is Error => cause instanceof Error && 'syscall' in cause;

/** The agents of a file. @throws {AcptapError} `file-unusable` with line and column. */
export function agentsOf(file: SettingsFile, editor: AgentSettings): readonly AgentEntry[] {
  const agents = readAgents(file.text, editor);
  if (!isBroken(agents)) return agents;
  const { line, column, problem } = agents;
  throw new AcptapError('file-unusable', `${file.path}:${line}:${column}: ${problem}`, {
    advice: 'correct it in the editor; acptap does not change a file that it cannot read',
  });
}
