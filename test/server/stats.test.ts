import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { createStatsReader } from '#core/queries/stats-reader.ts';
import type { Info } from '#core/model/info.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Stats } from '#core/model/stats.ts';
import { elapsedUs } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { chosenRecordings, type LibraryRecording } from '../../proxy/server/library.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { header } from '../support/recording-file.ts';
import { CONVERSATION, ports, growingRecording, libraryRecording } from './library-recording.ts';

const entries = [...parseTranscript(CONVERSATION)];
const source = ({ store, no }: LibraryRecording, key = 'r') => storeSource(store, no, key);

function whole() {
  const folded = createStatsAndInfo();
  for (const entry of entries) folded.apply(entry);
  return { stats: folded.stats(), info: folded.info() };
}

describe('the stats of a growing recording', () => {
  test('equal the stats of all its entries at every length', async () => {
    const { recording, append } = growingRecording();
    const readStats = createStatsReader(ports);
    for (const [index, entry] of entries.entries()) {
      append([entry]);
      const fresh = createStatsAndInfo();
      for (const each of entries.slice(0, index + 1)) fresh.apply(each);
      const folded = await readStats(source(recording));
      expect(folded.stats()).toEqual(fresh.stats());
      expect(folded.info()).toEqual(fresh.info());
    }
  });

  test('read each entry once, also for concurrent requests', async () => {
    const { recording, append } = growingRecording();
    const asked: number[] = [];
    const { read } = recording.store;
    const spied = { ...recording, store: { ...recording.store, read: { ...read, entries: spy } } };
    function* spy(no: number, from = 0) {
      for (const entry of read.entries(no, from)) {
        asked.push(entry.seq);
        yield entry;
      }
    }
    const readStats = createStatsReader(ports);
    append(entries.slice(0, 5));
    await Promise.all([readStats(source(spied)), readStats(source(spied)), readStats(source(spied))]);
    append(entries.slice(5));
    const folded = await readStats(source(spied));
    expect(asked).toEqual(entries.map(({ seq }) => seq));
    expect(folded.stats()).toEqual(whole().stats);
  });

  test('wait for a frame that acptap holds, so that only the time of the hold is acptap’s', async () => {
    const all = parseTranscript(`
      @0 = taking-part {"faults":[]}
      @10 > 2 session/prompt {"sessionId":"s","prompt":[]}
      @1000 < 2 ok {"stopReason":"end_turn"}`);
    const delivered = all.map((entry, index): Entry => {
      const sent = { why: [], elapsed: elapsedUs(index === 1 ? 310 : 1000) };
      return entry.kind === 'frame' ? { ...entry, sent } : entry;
    });
    let known: readonly Entry[] = all.slice(0, 2);
    const live = {
      key: 'held',
      entries: (from: number) => known.slice(from),
      storedStats: () => undefined,
      header: () => header({ interventions: true }),
      summary: () => ({ state: 'live', interventions: true }) as RecordingSummary,
    };
    const readStats = createStatsReader(ports);
    expect((await readStats(live)).stats().turns).toEqual([]);
    known = delivered;
    expect((await readStats(live)).stats().turns[0]?.share).toMatchObject({ acptap: 300, agent: 690 });
  });

  test('belong to the recording that has the number now', async () => {
    const readStats = createStatsReader(ports);
    const recording = libraryRecording(CONVERSATION);
    await readStats(source(recording, 'before'));
    const folded = await readStats(source(recording, 'after'));
    expect(folded.stats()).toEqual(whole().stats);
  });

  test('are made again after the store has failed', async () => {
    const recording = libraryRecording(CONVERSATION);
    const readStats = createStatsReader(ports);
    const failing = { ...recording.store.read };
    let fails = true;
    const store = {
      ...recording.store,
      read: {
        ...failing,
        *entries(no: number, from?: number) {
          yield* [...failing.entries(no, from)].slice(0, 3);
          if (fails) throw new Error('disk');
          yield* [...failing.entries(no, from)].slice(3);
        },
      },
    };
    await expect(readStats(source({ store, no: recording.no }))).rejects.toThrow('disk');
    fails = false;
    expect((await readStats(source({ store, no: recording.no }))).stats()).toEqual(whole().stats);
  });
});

describe('over HTTP', () => {
  let store: Store;
  let server: InspectorServer;

  beforeAll(async () => {
    store = openStore(MEMORY);
    const { no } = store.write.begin(header({ id: 'r' }));
    const fold = createFold();
    for (const entry of entries) fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    const summary = store.read.summary(no);
    const library = chosenRecordings(summary ? [{ store, no, summary }] : []);
    const page = import.meta.dirname;
    server = await startServer({ library, page, port: 0, onWatched: () => {}, onTrouble: () => {} });
  });
  afterAll(async () => {
    await server.close();
    store.close();
  });

  async function ask(path: string): Promise<readonly [number, unknown]> {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/recordings/${path}`, {
      headers: { authorization: `Bearer ${server.guard.token}` },
    });
    return [response.status, await response.json()];
  }

  test('have the shape of the contract', async () => {
    const [status, stats] = (await ask('r/stats')) as readonly [number, Stats];
    const { gaps, silence, duration } = whole().stats; // a live recording adds the silence since its last entry
    expect([status, { ...stats, gaps, silence, duration }]).toEqual([200, whole().stats]);
    const [, info] = (await ask('r/info')) as readonly [number, Info];
    expect(info).toEqual(whole().info);
  });

  test.each(['stats', 'info'])('%s of an unknown recording are not found', async (what) => {
    expect(await ask(`other/${what}`)).toEqual([404, { error: 'there is no recording other' }]);
  });
});
