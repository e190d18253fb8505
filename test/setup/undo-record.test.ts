import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zed } from '../../proxy/setup/editors/zed.ts';
import { type CommandEntry, readAgents } from '../../proxy/setup/read-agents.ts';
import { readSettings, type SettingsFile } from '../../proxy/setup/settings-file.ts';
import { editedAgents, undoEdits, writeEdit } from '../../proxy/setup/undo-record.ts';
import { copyAgent, wrapAgent } from '../../proxy/setup/wrap-agent.ts';
import { temporaryFolder } from '../support/folders.ts';

const WRAPPING = { acptap: ['acptap'], home: '/home/me' } as const;
const OLD = '{\r\n  // mine\r\n  "agent_servers": { "a": { "command": "a" }, "b": { "command": "b", }, },\r\n}';

function settings(text = OLD): string {
  const path = join(temporaryFolder(), 'settings.json');
  writeFileSync(path, text);
  return path;
}

const read = (path: string) => readSettings(path) as SettingsFile;

function edit(path: string, name: string, how: typeof wrapAgent = wrapAgent): string {
  const file = read(path);
  const entry = (readAgents(file.text, zed) as readonly CommandEntry[]).find(
    (agent) => agent.name === name,
  ) as CommandEntry;
  return writeEdit(file, how(file.text, entry, WRAPPING));
}

/** Takes back edits. Returns the names of the edits, those that were changed, and the backups that stay. */
function undo(path: string, name?: string) {
  const { names, changed, write } = undoEdits(read(path), zed, name);
  return { names, changed: changed.map((each) => each.name), kept: write() };
}

const textOf = (path: string) => readFileSync(path, 'utf8');

test('wrapping keeps a copy of the old file, its mode and links to it; undo leaves nothing behind', () => {
  const path = settings();
  chmodSync(path, 0o640);
  const link = join(temporaryFolder(), 'settings.json');
  symlinkSync(path, link);
  const backup = edit(link, 'a');
  expect([textOf(backup), statSync(backup).mode & 0o777]).toEqual([OLD, 0o640]);
  expect(textOf(link)).toContain('"acptap", "args": ["run", "--", "a"]');
  expect([lstatSync(link).isSymbolicLink(), statSync(path).mode & 0o777]).toEqual([true, 0o640]);
  expect(undo(link)).toEqual({ names: ['a'], changed: [], kept: [] });
  expect([textOf(path), lstatSync(link).isSymbolicLink(), statSync(path).mode & 0o777]).toEqual([OLD, true, 0o640]);
  expect(readdirSync(join(path, '..'))).toEqual(['settings.json']);
});

test.runIf(process.getuid?.() === 0)('the owner stays, and also owns what undo restores', () => {
  const path = settings();
  chownSync(path, 1234, 1235);
  const owner = () => [statSync(path).uid, statSync(path).gid];
  edit(path, 'a');
  expect(owner()).toEqual([1234, 1235]);
  undo(path);
  expect(owner()).toEqual([1234, 1235]);
});

test('all edits are taken back at once, newest first, byte for byte', () => {
  const path = settings();
  const backups = [edit(path, 'a'), edit(path, 'b'), edit(path, 'a', copyAgent)];
  expect(new Set(backups).size).toBe(3);
  expect(undo(path)).toEqual({ names: ['a (acptap)', 'b', 'a'], changed: [], kept: [] });
  expect(textOf(path)).toBe(OLD);
  expect(readdirSync(join(path, '..'))).toEqual(['settings.json']);
});

test('one agent is unwrapped without the other, in any order', () => {
  const path = settings();
  edit(path, 'a');
  edit(path, 'b');
  expect(undo(path, 'a')).toMatchObject({ names: ['a'], changed: [] });
  expect(textOf(path)).toBe(OLD.replace('"command": "b"', '"command": "acptap", "args": ["run", "--", "b"]'));
  expect(undo(path, 'b')).toMatchObject({ names: ['b'], changed: [] });
  expect([textOf(path), editedAgents(read(path))]).toEqual([OLD, []]);
});

test('in a file that changed since only our edit is reversed, and the old file stays', () => {
  const path = settings();
  const backup = edit(path, 'a');
  writeFileSync(path, textOf(path).replace('// mine', '// changed'));
  expect(undo(path)).toEqual({ names: ['a'], changed: [], kept: [backup] });
  expect([textOf(path), textOf(backup)]).toEqual([OLD.replace('// mine', '// changed'), OLD]);
});

test('a backup never replaces another file', () => {
  const path = settings();
  writeFileSync(`${path}.acptap-backup`, 'somebody else');
  expect(edit(path, 'a')).toBe(`${path}.acptap-backup-2`);
  expect(textOf(`${path}.acptap-backup`)).toBe('somebody else');
});

test('an entry that a person wrapped, removed or unwrapped is left alone', () => {
  const own = '{"agent_servers": {"mine": {"command": "acptap", "args": ["run", "--", "x"]}, "a": {"command": "a"}}}';
  const path = settings(own);
  edit(path, 'a');
  writeFileSync(path, textOf(path).replace('"a": {"command": "acptap"', '"a": {"command": "/else/acptap"'));
  const changed = textOf(path);
  expect(undo(path)).toEqual({ names: [], changed: ['a'], kept: [] });
  expect(textOf(path)).toBe(changed);
  writeFileSync(path, own);
  expect(undo(path)).toMatchObject({ names: ['a'], changed: [] });
  expect([textOf(path), editedAgents(read(path))]).toEqual([own, []]);
});

test('a copy that a person changed stays, with the backup, and so do comments around one that is removed', () => {
  const changed = settings();
  edit(changed, 'a', copyAgent);
  writeFileSync(changed, textOf(changed).replace('"a (acptap)": {', '"a (acptap)": { "env": { "KEY": "k" },'));
  expect(undo(changed)).toMatchObject({ names: [], changed: ['a (acptap)'] });
  expect(textOf(changed)).toContain('"KEY"');

  const commented = settings();
  edit(commented, 'a', copyAgent);
  const alone = textOf(commented).replace('"a": { "command": "a" },', '/* mine */');
  writeFileSync(commented, alone);
  expect(undo(commented).names).toEqual(['a (acptap)']);
  expect(textOf(commented)).toContain('/* mine */');
  expect(readAgents(textOf(commented), zed)).toMatchObject([{ name: 'b' }]);
});

test('an entry that a person renamed is still wrapped, and undo reports it', () => {
  const path = settings();
  edit(path, 'a');
  writeFileSync(path, textOf(path).replace('"a": {', '"other": {'));
  expect(undo(path)).toMatchObject({ names: [], changed: ['a'] });
});

test('a file that changes while a person is asked is not written, and nothing is left behind', () => {
  const path = settings();
  const file = read(path);
  const [entry] = readAgents(file.text, zed) as readonly CommandEntry[];
  writeFileSync(path, `${OLD}\n`);
  expect(() => writeEdit(file, wrapAgent(file.text, entry as CommandEntry, WRAPPING))).toThrow(
    `${path} has changed meanwhile: nothing was written; run the command again`,
  );
  expect([textOf(path), readdirSync(join(path, '..'))]).toEqual([`${OLD}\n`, ['settings.json']]);
});

test('a write that fails leaves the file, no backup and no record', () => {
  const path = settings();
  mkdirSync(`${path}.${process.pid}.part`);
  expect(() => edit(path, 'a')).toThrow('EEXIST');
  expect(textOf(path)).toBe(OLD);
  expect(readdirSync(join(path, '..'))).toEqual(['settings.json', `settings.json.${process.pid}.part`]);
});

test('a crash before the settings were replaced is taken back, too', () => {
  const path = settings();
  edit(path, 'a');
  writeFileSync(path, OLD);
  expect(undo(path)).toEqual({ names: ['a'], changed: [], kept: [] });
  expect([textOf(path), readdirSync(join(path, '..'))]).toEqual([OLD, ['settings.json']]);
});

test('a lost or changed backup does not prevent undo', () => {
  const path = settings();
  const backup = edit(path, 'a');
  writeFileSync(backup, 'changed');
  expect(undo(path)).toMatchObject({ names: ['a'], kept: [backup] });
  expect([textOf(path), textOf(backup)]).toEqual([OLD, 'changed']);
  rmSync(edit(path, 'b'));
  expect(undo(path)).toMatchObject({ names: ['b'], kept: [] });
  expect(textOf(path)).toBe(OLD);
});

test.each(['{', '{"edits": 1}', '{"edits": [{"name": "a"}]}', '[]'])('a damaged record %s is named', (record) => {
  const path = settings();
  edit(path, 'a');
  writeFileSync(`${path}.acptap-undo.json`, record);
  expect(() => undo(path)).toThrow(`${path}.acptap-undo.json is damaged: restore ${path} from its .acptap-backup`);
});

test('settings that are not UTF-8 text are refused', () => {
  const path = settings();
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => readSettings(path)).toThrow(`${path} is not UTF-8 text`);
  expect(() => readSettings(join(path, '..'))).toThrow('is not a file');
  expect(readSettings(join(path, '../none'))).toBeUndefined();
});
