import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIngester, type Ingester } from '../../proxy/recorder/ingest.ts';
import { recordSpool } from '../../proxy/recorder/record-spool.ts';
import { settleSpools } from '../../proxy/recorder/settle.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { markDataFolderWatched, RENEW_MS } from '../../proxy/recorder/watched.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { isWatched } from '../../proxy/shim/start-when-quiet.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { timesOpen } from '../support/open-files.ts';
import { openTestSpool, writeLines } from './test-spool.ts';

const noTrouble = (_path: string, cause: unknown): never => {
  throw cause;
};

function openFolder() {
  const folder = temporaryFolder();
  const store = openStore(join(folder, 'acptap.db'));
  onTestFinished(() => store.close());
  const watched = join(folder, 'watched');
  return { folder, store, watched, options: { spool: join(folder, 'spool'), watched, onTrouble: noTrouble } };
}

describe('a command that waits for recorders', () => {
  test('marks a folder with spools as watched, so that recorders keep up', async () => {
    const { folder, store, watched, options } = openFolder();
    writeFileSync(watched, '');
    utimesSync(watched, 1, 1);
    expect(isWatched(watched)).toBe(false);
    openTestSpool(folder).spool.close();
    await settleSpools(store, options);
    expect(isWatched(watched)).toBe(true);
  });

  test('does not mark a folder without spools', async () => {
    const { store, watched, options } = openFolder();
    await settleSpools(store, options);
    expect(existsSync(watched)).toBe(false);
  });

  test('ends a recording whose spool was removed', async () => {
    const { folder, store, options } = openFolder();
    const { path, spool } = openTestSpool(folder);
    spool.close();
    const reader = openSpoolReader(path)!;
    const { no } = createIngester(store, reader);
    reader.close();
    rmSync(path);
    expect(store.read.summary(no)).toMatchObject({ state: 'live', endedAt: null });
    await settleSpools(store, options);
    expect(store.read.summary(no)).toMatchObject({ state: 'interrupted', endedAt: expect.any(String) as string });
  });

  test.each([
    ['is not reported while its shim lives', identify(process.pid), []],
    ['is reported when its shim is gone', { pid: 2 ** 22 + 1, started: 'long ago' }, [process.pid]],
  ])('an agent that may be another process %s', async (_how, shim, reported) => {
    const { folder, store, options } = openFolder();
    const { path, spool } = openTestSpool(folder, { ...shim, started: shim.started ?? '' });
    spool.close();
    const header = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, `${JSON.stringify({ ...header, agent: { pid: process.pid } })}\n`);
    const unknown: number[] = [];
    await settleSpools(store, { ...options, onUnknownProcess: (pid) => void unknown.push(pid) });
    expect(unknown).toEqual(reported);
  });

  /** Lets a second pass at each look of `settle`, and calls `onLook` with the number of the look and the recorder. */
  async function settleBeside(
    onLook: (look: number, recorder: Ingester, claim: () => void) => void,
    isClaimed = true,
  ): Promise<number> {
    const { folder, store, options } = openFolder();
    const self = identify(process.pid);
    const { path, spool } = openTestSpool(
      folder,
      { pid: self.pid, started: self.started ?? '' },
      process.versions.node,
    );
    writeLines(spool);
    spool.close();
    const reader = openSpoolReader(path)!;
    onTestFinished(reader.close);
    const recorder = createIngester(store, reader);
    const claim = () => store.write.claim(recorder.no, self);
    if (isClaimed) claim();
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    let look = 0;
    const ingestion: Store['read']['ingestion'] = (id) => {
      now += 1000;
      onLook(look++, recorder, claim);
      return store.read.ingestion(id);
    };
    await settleSpools({ ...store, read: { ...store.read, ingestion } }, options);
    expect([...store.read.bytes(recorder.no, 'agent')].reduce((sum, { length }) => sum + length, 0)).toBe(600_000);
    return look;
  }

  test('leaves the spool to a recorder that makes progress, however slowly', async () => {
    let slices = 0;
    await settleBeside((look, recorder) => {
      if (look % 2 === 1) slices += recorder.advance() === 'more' ? 1 : 0;
    });
    expect(slices).toBeGreaterThan(5); // several times the patience with a recorder that is stuck
  });

  test('waits no longer than until the recorder has reached the end', async () => {
    const looks = await settleBeside((_look, recorder) => {
      while (recorder.advance() === 'more');
    });
    expect(looks).toBe(1);
  });

  test('leaves the spool to a recorder that is just being started', async () => {
    const looks = await settleBeside((look, recorder, claim) => {
      if (look === 0) return;
      claim();
      while (recorder.advance() === 'more');
    }, false);
    expect(looks).toBe(2);
  });

  test('ingests the spool of a shim whose recorder was not started', async () => {
    expect(await settleBeside(() => {}, false)).toBe(3); // twice for a recorder, once before it orders one
  });

  test('ingests the spool of a recorder that is stuck', async () => {
    expect(await settleBeside(() => {})).toBeLessThan(10);
  });
});

test('a folder stays watched from one renewal of the mark to the next', () => {
  const { watched } = openFolder();
  writeFileSync(watched, '');
  const renewed = new Date(Date.now() - 2 * RENEW_MS); // a renewal may come late
  utimesSync(watched, renewed, renewed);
  expect(isWatched(watched)).toBe(true);
});

test('a renewal of the mark leaves no file open', () => {
  const { watched } = openFolder();
  markDataFolderWatched(watched);
  markDataFolderWatched(watched);
  expect([isWatched(watched), timesOpen(watched)]).toEqual([true, 0]);
});

test('a spool stays when the database was deleted while a command ingested it', async () => {
  const { folder, store, options } = openFolder();
  const { path, spool } = openTestSpool(folder);
  spool.close();
  await settleSpools({ ...store, isReplaced: () => true }, options);
  expect(existsSync(path)).toBe(true);
  await settleSpools(store, options);
  expect(existsSync(path)).toBe(false);
});

test('a recorder begins again when the database is deleted, even if it has just looked', async () => {
  const folder = temporaryFolder();
  const [database, watched] = [join(folder, 'acptap.db'), join(folder, 'watched')];
  const shim = identify(process.pid);
  const { path, spool } = openTestSpool(folder, { pid: shim.pid, started: shim.started ?? '' });
  const said = writeLines(spool);
  spool.event({ event: 'exit', code: 0, signal: null });
  spool.close();
  writeFileSync(watched, '');
  const later = new Date(Date.now() + 3_600_000); // watched for the whole test
  utimesSync(watched, later, later);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now()); // it does not look again
  onTestFinished(() => clock.mockRestore());
  const done = recordSpool({ path, database, watched, shim });
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`);
  await done;
  const store = openStore(database);
  onTestFinished(() => store.close());
  const no = store.read.find('recorded')[0]?.no ?? 0;
  expect(Buffer.concat([...store.read.bytes(no, 'agent')]).equals(said)).toBe(true);
});

test('a recording whose shim was killed ends when it was killed, not when the recorder began', async () => {
  const folder = temporaryFolder();
  const [database, watched] = [join(folder, 'acptap.db'), join(folder, 'watched')];
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void killed.kill('SIGKILL'));
  const shim = identify(killed.pid ?? 0);
  const { path, spool } = openTestSpool(folder, { pid: shim.pid, started: shim.started ?? '' });
  writeLines(spool, 1);
  spool.close();
  const done = recordSpool({ path, database, watched, shim });
  await rest(1000); // the recorder looks every 200 ms
  const killedAt = Date.now();
  killed.kill('SIGKILL');
  await done;
  const store = openStore(database);
  onTestFinished(() => store.close());
  const [recording] = store.read.recordings();
  expect(recording?.summary.state).toBe('interrupted');
  expect(Date.parse(recording?.summary.endedAt ?? '')).toBeGreaterThanOrEqual(killedAt);
});
