import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, acptapProcess, CLI, kill, peer, start, startShim } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { recordingFile } from '../support/recording-file.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { waitFor } from '../support/wait-for.ts';

const MIB = 1024 * 1024;

/** A data folder with a recording of this many bytes, and a database that keeps `free` bytes, as older releases left them. */
async function homeWith(bytes: number, free: number, home = temporaryFolder()): Promise<string> {
  mkdirSync(home, { recursive: true });
  const older = new Database(join(home, 'acptap.db'));
  older.pragma('page_size = 8192');
  older.exec('CREATE TABLE gone (bytes BLOB)');
  older.prepare('INSERT INTO gone VALUES (zeroblob(?))').run(free);
  older.exec('DROP TABLE gone');
  older.close();
  const lines = Array.from({ length: Math.ceil(bytes / 100_000) }, (_, n) => `> ${n} _a "${'x'.repeat(100_000)}"`);
  await acptap(home, 'import', recordingFile(lines.join('\n'), { id: 'kept' }));
  return home;
}

const database = (home: string) => join(home, 'acptap.db');
const sizeOf = (home: string) => statSync(database(home)).size;
const isSound = (home: string) => query<{ integrity_check: string }>(database(home), 'PRAGMA integrity_check');

test('vacuum says what it needs, gives the free pages back, and keeps every recording', async () => {
  const home = await homeWith(MIB, 5 * MIB);
  const before = sizeOf(home);
  const exported = (await acptap(home, 'export', 'kept')).stdout;
  const { code, stdout, stderr } = await acptapProcess(home, 'vacuum');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^acptap: this needs up to 2\.\d MB of disk in .* meanwhile; interrupting it changes nothing\n$/,
  );
  expect(stdout).toMatch(/^[34]\.\d MB given back to the disk: the database had 5\.\d MB, now 1\.\d MB\.\n$/);
  expect(sizeOf(home)).toBeLessThan(before - 3 * MIB);
  expect(isSound(home)).toEqual([{ integrity_check: 'ok' }]);
  expect((await acptap(home, 'export', 'kept')).stdout).toBe(exported);
  expect(query(database(home), 'PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 2 }]); // from now on, a removal gives its pages back
  const again = JSON.parse((await acptap(home, 'vacuum', '--json')).stdout) as Record<string, number>;
  expect(again).toEqual({ before: sizeOf(home), after: sizeOf(home), freed: 0, needed: 2 * sizeOf(home) });
});

test('prune says that vacuum gives the space back, where the database keeps it', async () => {
  const home = await homeWith(MIB, 5 * MIB);
  query(database(home), `UPDATE recording SET started_at = 0, ended_at = 0, imported_at = NULL`);
  const { stdout } = await acptap(home, 'prune', '--older-than', '30d', '--yes');
  expect(stdout).toMatch(
    /1 recording removed, 1\.\d MB freed; \d+ kB are used now\. The database keeps [45]\.\d MB for new/,
  );
  expect(sizeOf(home)).toBeGreaterThan(4 * MIB);
  await acptap(home, 'vacuum');
  expect(sizeOf(home)).toBeLessThan(MIB);
});

test('a killed vacuum changes nothing', async () => {
  const home = await homeWith(16 * MIB, 5 * MIB);
  const before = sizeOf(home);
  const running = start([process.execPath, CLI, 'vacuum'], { home });
  const log = `${database(home)}-wal`;
  await waitFor('the log of the vacuum', () => (existsSync(log) && statSync(log).size > MIB ? true : undefined));
  kill(running.pid, 'SIGKILL');
  await running.closed;
  expect((await list(home)).map(({ id }) => id)).toEqual(['kept']);
  expect(isSound(home)).toEqual([{ integrity_check: 'ok' }]);
  expect([before, before - 5 * MIB].some((size) => Math.abs(sizeOf(home) - size) < MIB)).toBe(true);
  expect(readdirSync(home).filter((name) => /etilqs/.test(name))).toEqual([]);
  expect((await acptap(home, 'vacuum')).code).toBe(0);
});

test('a reader of the database does not stop a vacuum, which says that the file shrinks later', async () => {
  const home = await homeWith(MIB, 5 * MIB);
  const reader = new Database(database(home), { readonly: true });
  onTestFinished(() => void reader.close());
  const rows = reader.prepare('SELECT seq FROM entry').iterate();
  rows.next();
  const { code, stderr } = await acptap(home, 'vacuum');
  expect([code, stderr.split('\n')[1]]).toEqual([
    0,
    'acptap: another program reads the database: its file shrinks when that has ended',
  ]);
  expect([...rows].length).toBeGreaterThan(5);
  reader.close();
  await list(home);
  expect(sizeOf(home)).toBeLessThan(3 * MIB);
});

test('vacuum is refused while an agent is recorded', async () => {
  const home = await homeWith(100_000, MIB);
  const shim = startShim(peer('echo'), { home });
  shim.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"_x"}\n');
  await expect.poll(async () => (await list(home)).length).toBe(2);
  const before = sizeOf(home);
  const { code, stdout, stderr } = await acptap(home, 'vacuum');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/is being recorded, imported or removed: vacuum when that has ended/);
  expect(sizeOf(home)).toBe(before);
  shim.child.stdin.end();
  await shim.closed;
});

test('vacuum is refused on a disk without the space, with what to do', async ({ skip }) => {
  const home = temporaryFolder();
  if (process.getuid?.() !== 0 || !(await mountSmallDisk(home, 12 * 1024)))
    skip('NOT TESTED: a small disk needs root and the right to mount a tmpfs');
  await homeWith(4 * MIB, MIB, home);
  writeFileSync(join(home, 'filler'), Buffer.alloc(MIB));
  const { code, stderr } = await acptapProcess(home, 'vacuum');
  expect(code).toBe(2);
  expect(stderr).toMatch(/vacuum needs \d\.\d MB of disk in .* meanwhile, and .* are free: free some space, or remove/);
});
