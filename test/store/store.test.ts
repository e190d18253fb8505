import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { migrations } from '../../proxy/store/connection/migrations.ts';
import { openDatabase } from '../../proxy/store/connection/open.ts';
import { createRecordingRemover } from '../../proxy/store/keep/remove.ts';
import { keepReserve } from '../../proxy/store/connection/reserve.ts';
import { openStore } from '../../proxy/store/store.ts';
import { query } from '../support/database.ts';
import { delivered } from '../support/delivered.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { timesOpen } from '../support/open-files.ts';
import { fileText, header, recordingFile, temporaryFile } from '../support/recording-file.ts';

function opened(path = join(temporaryFolder(), 'acptap', 'acptap.db')) {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

const NOBODY = { pid: 2 ** 22 + 1, started: 'long ago' };

const mode = (path: string) => statSync(path).mode & 0o777;

describe('the database', () => {
  test('begins empty, with all tables, in WAL mode', () => {
    const { path, read } = opened();
    expect(read.recordings()).toEqual([]);
    expect(query(path, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(query(path, 'PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 2 }]); // incremental: a removal gives space back
    expect(query(path, 'PRAGMA user_version')).toEqual([{ user_version: migrations.length }]);
    expect(query(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('has only strict tables', () => {
    const { path } = opened();
    const tables = query<{ name: string; strict: number }>(
      path,
      `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  test('is brought up to date from every older version', () => {
    for (const version of someOf([...migrations.keys(), migrations.length], 4)) {
      const path = join(temporaryFolder(), 'acptap.db');
      const older = new Database(path);
      for (const migration of migrations.slice(0, version)) older.exec(migration);
      older.pragma(`user_version = ${version}`);
      older.close();
      expect(opened(path).read.recordings()).toEqual([]);
      expect(query(path, 'PRAGMA user_version')).toEqual([{ user_version: migrations.length }]);
    }
  });

  test('of a newer release is refused and left as it is', () => {
    const { path } = opened();
    const newer = migrations.length + 1;
    query(path, `PRAGMA user_version`);
    const connection = new Database(path);
    connection.pragma(`user_version = ${newer}`);
    connection.close();
    expect(() => openStore(path)).toThrow(
      expect.objectContaining({
        code: 'store-unusable',
        message: expect.stringMatching(/newer acptap.*ACPTAP_HOME/) as string,
      }),
    );
    expect(query(path, 'PRAGMA user_version')).toEqual([{ user_version: newer }]);
  });

  test('is only for its owner, its companions and its folder too, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const store = opened();
      await importFile(store, recordingFile('> 1 _a'));
      const folder = join(store.path, '..');
      expect(mode(folder)).toBe(0o700);
      const files = readdirSync(folder);
      expect(files).toContain('acptap.db-wal');
      expect(files.map((name) => [name, mode(join(folder, name))])).toEqual(files.map((name) => [name, 0o600]));
    } finally {
      process.umask(before);
    }
  });

  test('that is a folder is refused with what to do', () => {
    const path = join(temporaryFolder(), 'acptap.db');
    mkdirSync(path);
    expect(() => openStore(path)).toThrow(
      expect.objectContaining({ code: 'store-unusable', message: expect.stringContaining(path) as string }),
    );
  });

  test.each(['fail', 'share', 'lock'] as const)(
    'keeps its reserve when it cannot be opened for another reason than a full disk (%s)',
    (whenFull) => {
      const path = join(temporaryFolder(), 'acptap.db');
      writeFileSync(path, 'x'.repeat(5000));
      keepReserve(path);
      const before = statSync(join(path, '..', 'reserve')).size;
      expect(() => openDatabase(path, whenFull)).toThrow(expect.objectContaining({ code: 'store-unusable' }));
      expect(statSync(join(path, '..', 'reserve')).size).toBe(before);
    },
  );
});

/** A long session: chunks of text that differ, tool calls now and then, an answer at the end. About 200 bytes a frame. */
function* longSession(frames: number): Generator<Entry> {
  const frame = (seq: number, from: 'client' | 'agent', message: object): Entry => ({
    kind: 'frame',
    seq: seqOf(seq),
    elapsed: elapsedUs(seq * 500),
    from,
    bytes: encodeUtf8(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
  });
  const update = (seq: number, patch: object) =>
    frame(seq, 'agent', { method: 'session/update', params: { sessionId: 'sess_0123456789abcdef', update: patch } });
  yield frame(0, 'client', {
    id: 1,
    method: 'session/prompt',
    params: { sessionId: 'sess_0123456789abcdef', prompt: [] },
  });
  for (let seq = 1; seq < frames; seq++) {
    const call = { toolCallId: `call_${Math.floor(seq / 40)}`, title: `Edit file ${seq}`, status: 'in_progress' };
    if (seq % 40 === 1) yield update(seq, { sessionUpdate: 'tool_call', ...call });
    else if (seq % 40 === 39) yield update(seq, { sessionUpdate: 'tool_call_update', ...call, status: 'completed' });
    else {
      const text = `${seq} ${'words '.repeat(seq % 9)}`;
      yield update(seq, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    }
  }
  yield frame(frames, 'agent', { id: 1, result: { stopReason: 'end_turn' } });
}

test('a database is at most one and a half times the bytes that were recorded, indices included', async () => {
  const entries = [...longSession(10_000)];
  const raw = entries.reduce((sum, entry) => sum + ('bytes' in entry ? entry.bytes.length : 0), 0);
  const store = opened();
  await importFile(store, temporaryFile(fileText(entries)));
  query(store.path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const ratio = statSync(store.path).size / raw;
  expect(raw / entries.length).toBeLessThan(220); // small frames are the hard case
  expect(ratio).toBeLessThanOrEqual(1.5);
});

test('a name that another connection has removed is written again', async () => {
  const store = opened();
  const first = await importFile(store, recordingFile('> 1 _a {"sessionId":"s"}', { id: 'first' }));
  const other = opened(store.path);
  other.write.remove(first.no, NOBODY);
  await importFile(other, recordingFile('> 1 _b {"sessionId":"t"}', { id: 'other' })); // takes the numbers
  const again = await importFile(store, recordingFile('> 1 _a {"sessionId":"s"}', { id: 'again' }));
  expect(store.read.rows(again.no, 0, 1)).toMatchObject([{ method: '_a', session: 's' }]);
});

test.each(['latest', 'latest~1', '-o', 'a/b', 'a\\b', 'x.jsonl', 'a\u{7}', ' a'])(
  'a recording with the id %j, which no REF can be, is not taken',
  async (id) => {
    const store = opened();
    await expect(importFile(store, recordingFile('> 1 _a', { id }))).rejects.toMatchObject({ code: 'file-unusable' });
    expect(store.read.recordings()).toEqual([]);
  },
);

test('a database that cannot be brought up to date is not kept open', () => {
  const path = join(temporaryFolder(), 'acptap.db');
  query(path, 'PRAGMA user_version');
  const connection = new Database(path);
  connection.exec('CREATE TABLE recording (no)');
  connection.close();
  expect(() => openStore(path)).toThrow(/move the file away/);
  expect(timesOpen(path)).toBe(0);
});

test('a removal deletes all rows of its recording, and no others', async () => {
  const store = opened();
  const conversation = `> 1 session/new {"cwd":"/secret-one"}
    < 1 ok {"sessionId":"s"}
    > 2 session/prompt {"sessionId":"s","prompt":[]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"T"}}
    < 3 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
    > 3 ok {"outcome":{"outcome":"cancelled"}}
    < 2 ok {"stopReason":"end_turn"}
    > 4 session/list {}
    < | no json, ${'and much of it, '.repeat(40)}`;
  const imported = async (id: string, text = conversation) => {
    const file = fileText(delivered(parseTranscript(text)), header({ id, interventions: true }));
    const found = await importFile(store, temporaryFile(file), 500); // the last frame is too large
    while (store.index.extend());
    store.shipped().keep(found.no, 'http://127.0.0.1:4318', 1, false);
    return found;
  };
  const kept = await imported('kept');
  const tables = query<{ name: string }>(
    store.path,
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
  ).map(({ name }) => name);
  const counts = () =>
    tables.map((name) => [name, query<{ n: number }>(store.path, `SELECT count(*) AS n FROM ${name}`)[0]?.n] as const);
  const one = counts();
  const times = (factor: number, names = 0) =>
    one.map(([name, n = 0]) => [name, name === 'name' ? n + names : factor * n]); // methods are shared
  const removed = await imported('removed', conversation.replaceAll('"s"', '"other"'));
  expect(counts()).toEqual(times(2, 1));
  expect(one.filter(([, n]) => n === 0)).toEqual([]);
  const later = await imported('later');
  store.write.remove(removed.no, NOBODY);
  expect(counts()).toEqual(times(2));
  expect(store.read.recordings().map(({ summary }) => summary.id)).toEqual(expect.arrayContaining(['kept', 'later']));
  for (const { no } of [kept, later]) expect([...store.read.entries(no)]).toHaveLength(9);
});

test('a removal keeps the name of a session that only a group has', async () => {
  const store = opened();
  const { no } = await importFile(
    store,
    recordingFile(`> 1 session/new {"cwd":"/"}\n> 2 session/new {"cwd":"/"}
      < | [{"jsonrpc":"2.0","id":1,"result":{"sessionId":"a"}},{"jsonrpc":"2.0","id":2,"result":{"sessionId":"b"}}]`),
  );
  const other = await importFile(store, recordingFile('> 1 _a', { id: 'other' }));
  store.write.remove(other.no, NOBODY);
  expect(store.read.timeline.groups(no, [0, 1]).map(({ session }) => session)).toEqual(['a', 'b']);
});

test.each([
  ['large', Array.from({ length: 4 }, () => `> _a {"x":"${'x'.repeat(3_000_000)}"}`)],
  ['long', Array.from({ length: 4100 }, () => '> _a')],
])('a %s recording is removed in steps, between which others may write', async (_what, lines) => {
  const store = opened();
  const { no } = await importFile(store, recordingFile(lines.join('\n')));
  store.close();
  const { connection } = openDatabase(store.path);
  const other = new Database(store.path);
  onTestFinished(() => void [connection, other].map((each) => each.close()));
  const count = other.prepare('SELECT count(*) FROM entry').pluck();
  const seen = new Set<unknown>();
  connection.function('look', () => void seen.add(count.get()));
  connection.exec('CREATE TEMP TRIGGER look AFTER DELETE ON main.entry BEGIN SELECT look(); END');
  createRecordingRemover(connection, store.path).remove(no, JSON.stringify(NOBODY));
  expect(seen.size).toBe(2);
  expect(count.get()).toBe(0);
});
