import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import type { JsonEditor } from './editor.ts';
import { isBroken, readAgents } from './read-agents.ts';
import { backUp, replaceSettings, type SettingsFile, writeOwnFile } from './settings-file.ts';
import { type OwnEdit, reverseEdit, type Wrapped } from './wrap-agent.ts';

/** An edit with the file before and after it. */
interface RecordedEdit extends OwnEdit {
  /** Name of the copy of the old file, in the same folder. */
  readonly backup: string;
  /** SHA-256 of the file. */
  readonly before: string;
  readonly after: string;
}

/**
 * The result of taking back edits. `changed`: edits whose entries are no longer as we left them. `gone`: names of
 * entries that somebody else has removed or unwrapped.
 */
export interface Undone {
  readonly bytes: Buffer;
  readonly names: readonly string[];
  readonly changed: readonly OwnEdit[];
  readonly gone: readonly string[];
  /** Writes the file, and removes what is no longer needed. Returns the backups that stay. */
  readonly write: () => readonly string[];
}

const recordPath = ({ real }: SettingsFile) => `${real}.acptap-undo.json`;

/** Names of the agents that `setup` has wrapped or added in this file, if that was not taken back. */
export const editedAgents = (file: SettingsFile): readonly string[] =>
  readRecord(file).flatMap(({ name, copied }) => (copied === undefined ? [name] : [name, copied]));

/** Writes a wrapped text with a backup and the record that `undo` needs. Returns the path of the backup. */
export function writeEdit(file: SettingsFile, { text, edit }: Wrapped): string {
  const edits = readRecord(file);
  const backup = backUp(file);
  const recorded = { ...edit, backup: basename(backup), before: digest(file.bytes), after: digest(text) };
  try {
    writeRecord(file, [...edits, recorded]); // first: an edit without a record cannot be taken back
    replaceSettings(file, text);
  } catch (cause) {
    const others = readRecord(file).filter((each) => each.backup !== recorded.backup); // another setup may write, too
    writeRecord(file, others);
    rmSync(backup, { force: true });
    throw cause;
  }
  return backup;
}

/**
 * Takes back the edits of one agent, or all, the newest first. A file that has not changed since the edit gets its old
 * bytes; in a changed file only the edit itself is reversed.
 */
export function undoEdits(file: SettingsFile, editor: JsonEditor, name: string | undefined): Undone {
  const edits = readRecord(file);
  const chosen = edits.filter((edit) => name === undefined || edit.name === name || edit.copied === name);
  const changed: OwnEdit[] = [];
  const done: RecordedEdit[] = [];
  const gone: RecordedEdit[] = [];
  const needless: string[] = [];
  let { bytes } = file;
  for (const edit of chosen.toReversed()) {
    const old = undo(bytes, edit, file, editor);
    if (old === undefined) changed.push(edit);
    else if (old === bytes && digest(bytes) !== edit.before) gone.push(edit);
    else done.push(edit);
    bytes = old ?? bytes;
    if (digest(bytes) === edit.before && isBackup(file, edit)) needless.push(edit.backup);
  }
  const left = edits.filter((edit) => !done.includes(edit) && !gone.includes(edit));
  const write = () => {
    if (!bytes.equals(file.bytes)) replaceSettings(file, bytes);
    writeRecord(file, left);
    for (const backup of needless) rmSync(beside(file, backup), { force: true });
    return [...done, ...gone].map(({ backup }) => beside(file, backup)).filter((path) => existsSync(path));
  };
  return { bytes, names: done.map((edit) => edit.name), changed, gone: gone.map((edit) => edit.name), write };
}

function undo(bytes: Buffer, edit: RecordedEdit, file: SettingsFile, editor: JsonEditor): Buffer | undefined {
  const now = digest(bytes);
  if (now === edit.before) return bytes; // a crash came between the record and the edit, or a person restored the backup
  if (now === edit.after && isBackup(file, edit)) return readFileSync(beside(file, edit.backup));
  const text = bytes.toString('utf8');
  const agents = readAgents(text, editor);
  const entry = isBroken(agents) ? undefined : agents.find(({ key, name }) => key === edit.key && name === edit.name);
  if (!isBroken(agents) && !entry?.wrap) {
    const isRenamed = agents.some(
      ({ command }) => command && edit.words.every((word, index) => command[index] === word),
    );
    return isRenamed ? undefined : bytes; // somebody removed or unwrapped it
  }
  const old = entry?.command && reverseEdit(text, entry, edit);
  return old === undefined ? undefined : Buffer.from(old);
}

const beside = ({ real }: SettingsFile, name: string) => join(dirname(real), basename(name));

/** False for a backup that is lost or was changed. */
const isBackup = (file: SettingsFile, { backup, before }: RecordedEdit) =>
  existsSync(beside(file, backup)) && digest(readFileSync(beside(file, backup))) === before;

const digest = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

function readRecord(file: SettingsFile): readonly RecordedEdit[] {
  const path = recordPath(file);
  if (!existsSync(path)) return [];
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isObject(record) && Array.isArray(record['edits']) && record['edits'].every(isEdit)) return record['edits'];
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new AcptapError(
    'file-unusable',
    `${path} is damaged: restore ${file.path} from its .acptap-backup or by hand, then remove ${path}`,
  );
}

const isEdit = (edit: unknown): edit is RecordedEdit =>
  isObject(edit) &&
  ['key', 'name', 'program', 'backup', 'before', 'after'].every((member) => typeof edit[member] === 'string') &&
  typeof edit['hadArgs'] === 'boolean' &&
  Array.isArray(edit['words']) &&
  edit['words'].every((word) => typeof word === 'string');

function writeRecord(file: SettingsFile, edits: readonly RecordedEdit[]): void {
  const path = recordPath(file);
  if (edits.length === 0) rmSync(path, { force: true });
  else writeOwnFile(path, `${JSON.stringify({ edits }, undefined, 2)}\n`);
}
