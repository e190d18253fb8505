import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { converse } from '../support/conversation.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { acptap, list, peer, rawBytes, recorderOf, startShim } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const LINES = 20;

const database = (home: string) => join(home, 'acptap.db');

function removeDatabase(home: string): void {
  for (const name of ['acptap.db', 'acptap.db-wal', 'acptap.db-shm']) rmSync(join(home, name), { force: true });
}

function onDatabase(home: string, sql: string): Database.Database {
  const connection = new Database(database(home));
  onTestFinished(() => void connection.close());
  connection.exec(sql);
  return connection;
}

/** Something is wrong with the database before the agent is started; `undo` puts it right, or out of the way, afterwards. */
interface Trouble {
  readonly what: string;
  readonly cause: (home: string) => unknown;
  readonly undo: (home: string) => unknown;
  readonly advice: string;
}

const troubles: readonly Trouble[] = [
  {
    what: 'no database at all',
    cause: (home) => writeFileSync(database(home), 'this is not a database '.repeat(500)),
    undo: removeDatabase,
    advice: 'move the file away',
  },
  {
    what: 'a folder in its place',
    cause: (home) => mkdirSync(database(home)),
    undo: (home) => rmdirSync(database(home)),
    advice: 'is no file: move it away',
  },
  {
    what: 'a database without its tables',
    cause: async (home) => {
      await list(home);
      onDatabase(home, 'DROP TABLE entry').close();
    },
    undo: removeDatabase,
    advice: 'move the file away',
  },
  {
    what: 'a database with a damaged page',
    async cause(home) {
      await list(home);
      onDatabase(home, 'PRAGMA wal_checkpoint(TRUNCATE)').close();
      const file = openSync(database(home), 'r+');
      writeSync(file, Buffer.alloc(3000, 0xab), 0, 3000, 100); // the schema
      closeSync(file);
    },
    undo: removeDatabase,
    advice: 'move the file away',
  },
  {
    what: 'a database of a newer release',
    cause: async (home) => {
      await list(home);
      onDatabase(home, 'PRAGMA user_version = 99').close();
    },
    undo: removeDatabase,
    advice: 'written by a newer acptap',
  },
];

describe.each(troubles)('with $what', ({ cause, undo, advice }) => {
  test('the agent works on, commands say what to do, and the recording is completed afterwards', async () => {
    const home = temporaryFolder();
    await cause(home);
    const shim = startShim(peer('echo'), { home });
    const said = await converse(shim, LINES);
    shim.child.stdin.end();
    expect(await shim.closed).toEqual({ code: 0, signal: null });
    expect(shim.stdout().equals(said)).toBe(true);
    expect(shim.stderr()).toBe('');

    const { code, stdout, stderr } = await acptap(home, 'list');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(advice);
    expect(stderr).toContain(database(home));

    await undo(home);
    expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
    expect((await rawBytes(home, 'client')).equals(said)).toBe(true);
    expect(await list(home)).toMatchObject([{ state: 'ended', exit: { code: 0 } }]);
  });
});

describe('a database that another program holds', () => {
  const hold = (home: string) => onDatabase(home, 'BEGIN IMMEDIATE');

  test('before the start does not reach the wire, and the recording is completed when it is free', async () => {
    const home = temporaryFolder();
    await list(home);
    const holder = hold(home);
    const shim = startShim(peer('echo'), { home });
    const said = await converse(shim, LINES);
    shim.child.stdin.end();
    await shim.closed;
    expect([shim.stdout().equals(said), shim.stderr()]).toEqual([true, '']);
    const { stderr } = await acptap(home, 'list');
    expect(stderr).toMatch(/acptap: .*(locked|holds it)/);
    holder.exec('ROLLBACK');
    expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
    expect(await list(home)).toMatchObject([{ state: 'ended' }]);
  });

  test('in the middle of a session does not reach the wire, and the recorder goes on when it is free', async () => {
    const home = temporaryFolder();
    await list(home);
    const shim = startShim(peer('echo'), { home });
    const before = await converse(shim, LINES);
    await recorderOf(shim);
    const holder = hold(home);
    const meanwhile = await converse(shim, LINES, 100_000);
    holder.exec('ROLLBACK');
    const after = await converse(shim, LINES);
    shim.child.stdin.end();
    await shim.closed;
    const said = Buffer.concat([before, meanwhile, after]);
    expect([shim.stdout().equals(said), shim.stderr()]).toEqual([true, '']);
    expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
    await waitFor('an empty spool folder', () => spoolNames(home).length === 0);
  });
});

test('a table that is dropped in the middle of a session does not reach the wire, and nothing is lost', async () => {
  const home = temporaryFolder();
  await list(home);
  const shim = startShim(peer('echo'), { home });
  const before = await converse(shim, LINES);
  const [live] = await list(home);
  expect(live).toMatchObject({ state: 'live', entries: { agent: LINES } });
  onDatabase(home, 'PRAGMA busy_timeout = 20000; DROP TABLE entry').close();
  const after = await converse(shim, LINES);
  shim.child.stdin.end();
  await shim.closed;
  const said = Buffer.concat([before, after]);
  expect([shim.stdout().equals(said), shim.stderr()]).toEqual([true, '']);
  const { code, stderr } = await acptap(home, 'list');
  expect(code).toBe(2);
  expect(stderr).toContain('move the file away');
  removeDatabase(home);
  expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
});
