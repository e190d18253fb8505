import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIngester, type Ingester } from '../../proxy/recorder/ingest.ts';
import { settleSpools } from '../../proxy/recorder/settle.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { RENEW_MS } from '../../proxy/recorder/watched.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { isWatched } from '../../proxy/shim/start-when-quiet.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
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

  /** Lets a second pass at each look of `settle`, and calls `onLook` with the number of the look and the recorder. */
  async function settleBeside(onLook: (look: number, recorder: Ingester) => void): Promise<number> {
    const { folder, store, options } = openFolder();
    const self = identify(process.pid);
    const { path, spool } = openTestSpool(folder, { pid: self.pid, started: self.started ?? '' });
    writeLines(spool);
    spool.close();
    const reader = openSpoolReader(path)!;
    onTestFinished(reader.close);
    const recorder = createIngester(store, reader);
    store.write.claim(recorder.no, self);
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    let look = 0;
    const ingestion: Store['read']['ingestion'] = (id) => {
      now += 1000;
      onLook(look++, recorder);
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
