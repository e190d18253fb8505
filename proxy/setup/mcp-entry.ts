import { applyEdits, modify } from 'jsonc-parser';
import { agentsOf } from './find-editors.ts';
import type { AgentEntry } from './read-agents.ts';
import type { SettingsFile } from './settings-file.ts';

/** The name of our server in settings. */
export const SERVER = 'acptap';

/** Our entry in a settings file. @throws {AcptapError} `file-unusable` with line and column. */
export const serverIn = (file: SettingsFile, key: string): AgentEntry | undefined =>
  agentsOf(file, { keys: [key], namesInstalled: false }).find(({ name }) => name === SERVER);

/** Adds our entry to the text of a settings file. Everything else stays as it is. */
export function addServer(text: string, key: string, [command, ...args]: readonly [string, ...string[]]): string {
  const isEmpty = text.trim() === '';
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize: /^( +)\S/m.exec(text)?.[1]?.length ?? 2,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const edits = modify(isEmpty ? '{}' : text, [key, SERVER], { command, args }, { formattingOptions });
  const next = applyEdits(isEmpty ? '{}' : text, edits);
  return isEmpty ? `${next}\n` : next;
}
