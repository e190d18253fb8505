import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { recordSpool } from '../../proxy/recorder/record-spool.ts';
import { keepReserve } from '../../proxy/store/connection/reserve.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startInspector } from '../support/inspector.ts';
import { acptap, acptapProcess, answerOf, CLI, isGone, processOf, start } from '../support/processes.ts';
import { list, rawBytes } from '../support/recorded.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { waitFor } from '../support/wait-for.ts';
import { openTestSpool, writeLines } from '../recorder/test-spool.ts';
import { isWhole } from './fault.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';

/** A recording file of frames with texts of `size` characters. */
function recordingFile(id: string, frames: number, size = 200): string {
  const path = join(temporaryFolder(), `${id}.acp.jsonl`);
  const header = { acptap: 1, id, startedAt: '2026-11-21T03:00:00.123Z', command: ['agent'], cwd: '/' };
  const frame = (n: number) => ({
    t: n,
    from: 'agent',
    json: { jsonrpc: '2.0', method: '_x', params: [n, 'x'.repeat(size)] },
  });
  const lines = [header, ...Array.from({ length: frames }, (_, n) => frame(n))];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const NOT_MOUNTED = 'NOT TESTED: a full disk needs root and the right to mount a tmpfs';

async function smallHome(kibibytes = 6144): Promise<string | undefined> {
  const home = temporaryFolder();
  return process.getuid?.() === 0 && (await mountSmallDisk(home, kibibytes)) ? home : undefined;
}

const RESERVE_BYTES = 1536 * 1024;

const reserveIn = (home: string) => statSync(join(home, 'reserve'), { throwIfNoEntry: false })?.size ?? 0;

test('an import that fills the disk reports it and frees its space', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', DEMO);
  const before = statSync(join(home, 'acptap.db')).size;
  const { code, stderr } = await acptap(home, 'import', recordingFile('large', 400, 24_500));
  expect(code).toBe(2);
  expect(stderr).toBe(
    `acptap: cannot change the database ${join(home, 'acptap.db')}: the disk is full: free some space; nothing of large was imported\n`,
  );
  expect((await list(home)).map(({ id }) => id)).toEqual(['demo']);
  expect(statSync(join(home, 'acptap.db')).size).toBe(before);
});

test.runIf(isLong)(
  'an import that fills the disk and uses up the reserve takes it again at its end',
  async ({ skip }) => {
    const home = (await smallHome(14 * 1024)) ?? skip(NOT_MOUNTED); // larger than a log that SQLite writes into the database
    const { code } = await acptap(home, 'import', recordingFile('large', 800, 24_500));
    expect([code, reserveIn(home)]).toEqual([2, RESERVE_BYTES]);
  },
);

test.runIf(isLong)(
  'an import that fills the disk under an open inspector frees the space of the log, too',
  async ({ skip }) => {
    const home = (await smallHome()) ?? skip(NOT_MOUNTED);
    await acptap(home, 'import', DEMO);
    const inspector = await startInspector(home, onTestFinished);
    expect((await acptap(home, 'import', recordingFile('large', 400, 24_500))).code).toBe(2);
    expect(statSync(join(home, 'acptap.db-wal')).size).toBeLessThan(100_000);
    expect((await inspector.get('/api/recordings')).status).toBe(200);
  },
);

test('a command that used up the reserve and finds no space for it warns once', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', recordingFile('early', 100));
  const file = readFileSync(DEMO);
  const half = file.indexOf('\n', file.length / 2) + 1;
  const importing = start([process.execPath, CLI, 'import', '-'], { home });
  importing.child.stdin.write(file.subarray(0, half));
  await waitFor('the beginning of the import', () => hasImport(home));
  rmSync(join(home, 'reserve')); // as if a running agent had used the space of the removed reserve
  fillDisk(home);
  importing.child.stdin.end(file.subarray(half));
  const { code, stderr } = await answerOf(importing);
  expect([code, reserveIn(home)]).toEqual([2, 0]);
  expect(stderr).toMatch(
    /^acptap: the disk is full, and the space for removing recordings from it \(1\.5 MiB\) is used up: free some space[^\n]*\nacptap: cannot change the database [^\n]*\n$/,
  );
  expect(await acptap(home, 'list')).toMatchObject({ code: 0, stderr: '' });
  rmSync(join(home, 'filler'));
  expect(await acptap(home, 'list')).toMatchObject({ code: 0, stderr: '' });
  expect(reserveIn(home)).toBe(RESERVE_BYTES);
});

/** Whether a process imports a recording now. */
function hasImport(home: string): boolean {
  const database = new Database(join(home, 'acptap.db'), { readonly: true });
  try {
    return database.prepare('SELECT count(*) FROM recording WHERE importer IS NOT NULL').pluck().get() === 1;
  } finally {
    database.close();
  }
}

test('on a full disk recordings can be read and removed, and a removal frees space', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', recordingFile('early', 500, 2000), DEMO);
  const whole = await rawBytes(home, 'agent', 'demo');
  const before = statSync(join(home, 'acptap.db')).size;
  fillDisk(home);
  expect((await list(home)).map(({ id }) => id).toSorted()).toEqual(['demo', 'early']);
  expect((await rawBytes(home, 'agent', 'demo')).equals(whole)).toBe(true);
  expect((await acptap(home, 'check', 'demo')).code).toBeLessThanOrEqual(1);
  const { code, stdout, stderr } = await acptap(home, 'rm', 'early');
  expect([code, stdout, stderr, reserveIn(home)]).toEqual([0, 'early\n', '', RESERVE_BYTES]);
  expect((await list(home)).map(({ id }) => id)).toEqual(['demo']);
  expect((await rawBytes(home, 'agent', 'demo')).equals(whole)).toBe(true);
  expect(statSync(join(home, 'acptap.db')).size).toBeLessThan(before / 2);
  expect(isWhole(join(home, 'acptap.db'))).toBe(true);
  const database = new Database(join(home, 'acptap.db'), { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.pragma('freelist_count', { simple: true })).toBe(0);
});

test('an inspector on a full disk blocks no other reader, and shows new recordings when there is space again', async ({
  skip,
}) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', recordingFile('early', 200, 2000), DEMO);
  const whole = await rawBytes(home, 'agent', 'demo');
  fillDisk(home);
  const inspector = await startInspector(home, onTestFinished);
  const inspected = async () =>
    (JSON.parse((await inspector.get('/api/recordings')).body) as { id: string }[]).map(({ id }) => id).toSorted();
  const readers = await Promise.all([
    list(home),
    rawBytes(home, 'agent', 'demo'),
    acptapProcess(home, 'check', 'demo'),
  ]);
  expect(readers[0].map(({ id }) => id).toSorted()).toEqual(['demo', 'early']);
  expect(readers[1].equals(whole)).toBe(true);
  expect(readers[2].code).toBeLessThanOrEqual(1);
  expect(await inspected()).toEqual(['demo', 'early']);
  expect(await acptap(home, 'rm', 'early')).toMatchObject({ code: 0, stderr: '' });
  expect(await inspected()).toEqual(['demo']);
  rmSync(join(home, 'filler'));
  expect(await acptap(home, 'import', recordingFile('late', 50))).toMatchObject({ code: 0 });
  expect(await inspected()).toEqual(['demo', 'late']);
  process.kill(inspector.pid, 'SIGTERM');
  await expect.poll(() => isGone(processOf(inspector.pid))).toBe(true);
  expect(isWhole(join(home, 'acptap.db'))).toBe(true);
});

test('without a reserve, commands read on a full disk, and an inspector reports what to do and blocks none of them', async ({
  skip,
}) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', DEMO);
  rmSync(join(home, 'reserve'));
  fillDisk(home);
  const { code, stdout, stderr } = await acptap(home, 'inspect', '--json', '--port', '0');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('the disk is full: free some space');
  const removal = await acptap(home, 'rm', 'demo');
  expect([removal.code, removal.stderr]).toEqual([
    2,
    expect.stringMatching(/free some space; demo is still complete\n$/),
  ]);
  expect((await list(home)).map(({ id }) => id)).toEqual(['demo']);
});

test.runIf(isLong)('entries that a killed process left in the log can be read on a full disk', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  await acptap(home, 'import', DEMO);
  const path = join(home, 'acptap.db');
  const connection = new Database(path);
  onTestFinished(() => void connection.close());
  connection.exec(`UPDATE recording SET name = 'in the log'`);
  const log = readFileSync(`${path}-wal`);
  connection.close();
  writeFileSync(`${path}-wal`, log, { mode: 0o600 });
  fillDisk(home);
  const inspector = await startInspector(home, onTestFinished);
  expect((await inspector.get('/api/recordings')).text).toContain('in the log');
  expect((await list(home)).map(({ name }) => name)).toEqual(['in the log']);
});

test('a lock of another process ends a writing command with 2, and the message names it by program and first argument, escaped', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'NOT TESTED: only Linux tells who holds a lock');
  const home = temporaryFolder();
  await list(home);
  const script = join(temporaryFolder(), 'holder.cjs');
  writeFileSync(
    script,
    `const Database = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))});
const held = new Database(process.argv[3]);
held.exec('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => held, 1000);`,
  );
  const words = ['hunter2', join(home, 'acptap.db')];
  const holder = spawn(process.execPath, [script, ...words], {
    argv0: 'no\u{202e}de',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const { code, stderr } = await acptap(home, 'import', DEMO);
  expect(code).toBe(2);
  expect(stderr).toContain(`process ${holder.pid} (no\\u{202e}de ${script}) holds it: try again when that has ended`);
  expect((await acptap(home, 'list')).code).toBe(0);
});

test('a folder in place of the reserve is left alone, and commands work without a reserve', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'reserve'), { mode: 0o700 });
  expect((await acptap(home, 'import', DEMO)).code).toBe(0);
  expect(await acptap(home, 'rm', 'demo')).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(join(home, 'reserve')).isDirectory()).toBe(true);
});

test('a full disk takes no part of the reserve that is left', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  const [database, half] = [join(home, 'acptap.db'), RESERVE_BYTES / 2];
  expect(keepReserve(database)).toBe(true);
  truncateSync(join(home, 'reserve'), half);
  fillDisk(home);
  expect([keepReserve(database), reserveIn(home)]).toEqual([false, half]);
});

test('a recorder that cannot open the database on a full disk tries again until there is space', async ({ skip }) => {
  const home = (await smallHome()) ?? skip(NOT_MOUNTED);
  const { path, spool } = openTestSpool(temporaryFolder());
  const said = writeLines(spool);
  spool.close();
  fillDisk(home);
  const [database, shim] = [join(home, 'acptap.db'), { pid: 2 ** 22 + 1, started: 'long ago' }];
  const done = recordSpool({ path, database, watched: join(home, 'watched'), shim });
  rmSync(join(home, 'filler')); // it has tried once
  await done;
  expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
});

test('a data folder that was deleted is not reported as a full disk', () => {
  expect(keepReserve(join(temporaryFolder(), 'deleted', 'acptap.db'))).toBe(true);
});
