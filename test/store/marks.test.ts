import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { findStored } from '../../proxy/cli/recordings/find-recording.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { migrations } from '../../proxy/store/connection/migrations.ts';
import { refold } from '../../proxy/recorder/refold.ts';
import { openStore } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { exported, header, recordingFile, temporaryFile } from '../support/recording-file.ts';

function opened(path = join(temporaryFolder(), 'acptap.db')) {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

/** The number of the migration that adds marks and sizes. */
const BEFORE_MARKS = migrations.findIndex((step) => step.includes('given_name'));

test('a database from before marks keeps its recordings, with their sizes', async () => {
  const path = join(temporaryFolder(), 'acptap.db');
  const older = new Database(path);
  for (const migration of migrations.slice(0, BEFORE_MARKS)) older.exec(migration);
  older.pragma(`user_version = ${BEFORE_MARKS}`);
  older.exec(`
    INSERT INTO recording (no, id, name, started_at, ended_at, state, command, cwd, redacted, ingested)
    VALUES (1, 'one', 'of run', 1000, 2000, 'ended', '["agent"]', '/', 0, 0), (2, 'two', NULL, 1000, 2000, 'ended', '["agent"]', '/', 0, 0);
    INSERT INTO digest (recording, rule_set, total, client_frames, agent_frames, stderr_pieces, errors, warnings, notes, revision)
    VALUES (1, 1, 2, 2, 0, 0, 0, 0, 0, 1), (2, 1, 1, 1, 0, 0, 0, 0, 0, 1);
    INSERT INTO entry (place, at, origin, bytes)
    VALUES ((1 << 32) + 0, 0, 0, zeroblob(1000)), ((1 << 32) + 1, 0, 0, zeroblob(2000)), (2 << 32, 0, 0, zeroblob(70000));
    INSERT INTO cut (recording, seq, bytes, sha256, frame) VALUES (2, 0, 570000, '', 0);
    INSERT INTO piece (recording, frame, bytes) VALUES (2, 0, zeroblob(500000));`);
  older.close();
  const store = opened(path);
  await refold(store);
  const { read } = store;
  const [one, two] = ['one', 'two'].map((id) => read.find(id)[0]?.summary);
  expect(one).toMatchObject({ name: 'of run', pinned: false, comments: [] });
  expect((two?.size ?? 0) - (one?.size ?? 0)).toBeGreaterThan(560_000);
  expect(one?.size).toBeGreaterThan(3000);
  expect(one?.size).toBeLessThan(30_000);
});

test('a name given by hand replaces the name of run --name until it is removed', () => {
  const { read, write } = opened();
  const { no } = write.begin(header({ name: 'of run' }));
  write.rename(no, 'by hand');
  expect(read.find('by hand')[0]?.no).toBe(no);
  expect(read.find('of run')).toEqual([]);
  expect(read.header(no)).toMatchObject({ name: 'by hand', named: true });
  write.rename(no, null);
  expect(read.find('of run')[0]?.summary.name).toBe('of run');
  expect(read.header(no)).not.toHaveProperty('named');
});

test('of two recordings with one name, given or of run, the newest is found', () => {
  const store = opened();
  for (const [id, startedAt] of [
    ['old', 1000],
    ['new', 2000],
  ] as const)
    store.write.begin(header({ id, startedAt: epochMs(startedAt), ...(id === 'new' ? { name: 'same' } : {}) }));
  store.write.rename(store.read.find('old')[0]?.no ?? 0, 'same');
  expect(findStored(store, 'same').summary.id).toBe('new');
});

test('a file has the name by hand and the comments, and brings them back', async () => {
  const one = opened();
  const { no } = await importFile(one, recordingFile('> 1 _a', { name: 'of run' }));
  one.write.rename(no, 'by hand');
  one.write.addComment(no, 'first');
  one.write.addComment(no, 'second\nline');
  one.write.pin(no, true);
  const text = exported({ store: one, no });
  const other = opened();
  const brought = await importFile(other, temporaryFile(text));
  expect(brought.summary).toMatchObject({ name: 'by hand', comments: ['first', 'second\nline'], pinned: false });
  expect(exported({ store: other, no: brought.no })).toBe(text);
});

test('members of these names with other values are kept as unknown members', async () => {
  const store = opened();
  const { no } = await importFile(store, recordingFile('> 1 _a'));
  const odd = exported({ store, no }).replace('"redacted":false', '"redacted":false,"named":"yes","comments":[1]');
  const other = opened();
  const brought = await importFile(other, temporaryFile(odd));
  expect(brought.summary.comments).toEqual([]);
  expect(exported({ store: other, no: brought.no })).toBe(odd);
});

test.each([
  [{ name: 'n'.repeat(201), named: true }, 'has a "name" of 201 characters: 200 are possible'],
  [{ comments: ['short', 'c'.repeat(2001)] }, 'has more than 2000 characters in comment 2: shorten it'],
] as const)('a file with a longer mark than a person can give is refused', async (marks, message) => {
  const file = recordingFile('> 1 _a', marks);
  await expect(importFile(opened(), file)).rejects.toThrow(message);
});

test('a file with the longest marks is read, even if redaction has made them longer', async () => {
  const longest = { name: 'n'.repeat(200), named: true as const, comments: ['/home/al '.repeat(222)] };
  const store = opened();
  const { summary } = await importFile(store, recordingFile('> 1 _a', longest));
  expect(summary).toMatchObject({ name: longest.name, comments: longest.comments });
  const whole = header({ ...longest, cwd: '/home/al' });
  const redacted = createRedactor(whole).header(whole);
  expect(redacted.comments?.[0]).toMatch(/^(\/home\/user )+/);
  expect(redacted.comments?.[0]).toHaveLength(2000);
  await importFile(opened(), recordingFile('> 1 _a', redacted));
  const ofRun = recordingFile('> 1 _a', { name: 'n'.repeat(500) });
  expect((await importFile(opened(), ofRun)).summary.name).toHaveLength(500);
});

test('a comment is removed only while it is the one with this number', () => {
  const { read, write } = opened();
  const { no } = write.begin(header());
  for (const text of ['a', 'b', 'c']) write.addComment(no, text);
  expect(write.removeComment(no, 1, 'b')).toBe(true);
  expect(write.removeComment(no, 1, 'b')).toBe(false);
  expect(read.summary(no)?.comments).toEqual(['a', 'c']);
});
