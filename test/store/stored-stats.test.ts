import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { createStoredStats, type StoredStats } from '#core/info/stored-stats.ts';
import { createStatsReader } from '#core/queries/stats-reader.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importAlone } from '../../proxy/cli/recordings/import-file.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { openSpool } from '../../proxy/shim/spool.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { CONVERSATION } from '../server/library-recording.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { spoolSetting } from '../support/spool-setting.ts';
import { header, recordingFile } from '../support/recording-file.ts';

function opened(): Store {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  return store;
}

/** Of entries read again. */
function folded(store: Store, no: number): StoredStats {
  const storedStats = createStatsAndInfo();
  for (const entry of store.read.entries(no)) storedStats.apply(entry);
  return { stats: storedStats.stats(), info: storedStats.info() };
}

test('the stored stats of every golden recording equal those of its entries', async () => {
  const store = opened();
  for (const path of someOf(goldenRecordings(), 12)) {
    const { no } = await importAlone(store, path);
    expect([path, store.read.storedStats(no)]).toEqual([path, folded(store, no)]);
  }
});

test('a live recording has none; an ended one answers without reading its entries', async () => {
  const store = opened();
  const fold = createFold();
  const kept = createStoredStats(fold.trace);
  const { no } = store.write.begin(header());
  for (const entry of parseTranscript(CONVERSATION)) kept.apply(fold.apply(entry));
  store.write.append(no, { ...fold.take(), from: 0, to: 0 });
  expect(store.read.storedStats(no)).toBeUndefined();

  const before = folded(store, no);
  const end = { state: 'ended', endedAt: 1, exit: undefined } as const;
  store.write.append(no, { ...fold.take(), from: 0, to: 0, end, storedStats: kept.storedStats() });
  const read = { ...store.read, entries: () => expect.fail('an entry is read') };
  const stats = createStatsReader({ rest: async () => {}, now: () => 0 });
  const storedStats = await stats(storeSource({ ...store, read }, no, 'r'));
  expect({ stats: storedStats.stats(), info: storedStats.info() }).toEqual(before);
});

test('the recorder keeps them at the end, even if it continues the work of a killed recorder', () => {
  const path = join(temporaryFolder(), 'spool', 'recorded.spool');
  const begun = { 'acptap-spool': SPOOL_FORMAT, id: 'r', command: ['a'], cwd: '/', startedAt: 1, acptap: '', node: '' };
  let now = 0;
  const spool = openSpool(
    path,
    { ...begun, shim: { pid: 2 ** 22 + 1, started: 'long ago' } },
    spoolSetting(path, () => (now += 1000)),
  );
  const record = (from: number, to: number) => {
    for (const entry of parseTranscript(CONVERSATION).slice(from, to))
      if (entry.kind === 'frame') spool.chunk(entry.from, Buffer.from(entry.bytes));
  };
  const store = opened();
  const recorder = () => {
    const reader = openSpoolReader(path);
    if (!reader) throw new Error('no spool');
    onTestFinished(reader.close);
    return createIngester(store, reader);
  };
  record(0, 6);
  const { no, advance } = recorder();
  while (advance() === 'more');
  expect(store.read.storedStats(no)).toBeUndefined();
  record(6, Infinity);
  spool.event({ event: 'exit', code: 0, signal: null });
  spool.close();
  const next = recorder();
  while (next.advance() !== 'ended');
  expect(store.read.storedStats(no)).toEqual(folded(store, no));
  expect(store.read.storedStats(no)?.stats.turnCount).toBe(2);
});

test('they go with their recording', async () => {
  const store = opened();
  const { no } = await importAlone(store, recordingFile(CONVERSATION));
  expect(store.read.storedStats(no)).toBeDefined();
  store.write.remove(no, { pid: 2, started: undefined });
  expect(store.read.storedStats(no)).toBeUndefined();
});

test('a recording is stored without stats if computing them fails', () => {
  const store = opened();
  const fold = createFold();
  const kept = createStoredStats({
    ...fold.trace,
    version: () => {
      throw new Error('a bug of ours');
    },
  });
  const { no } = store.write.begin(header());
  for (const entry of parseTranscript(CONVERSATION)) kept.apply(fold.apply(entry));
  const end = { state: 'ended', endedAt: 1, exit: undefined } as const;
  store.write.append(no, { ...fold.take(), from: 0, to: 0, end, storedStats: kept.storedStats() });
  expect(store.read.summary(no)).toMatchObject({ state: 'ended', total: parseTranscript(CONVERSATION).length });
  expect(store.read.storedStats(no)).toBeUndefined();
  expect(folded(store, no).stats.turnCount).toBe(2);
});
