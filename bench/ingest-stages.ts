import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importAlone } from '../proxy/cli/recordings/import-file.ts';
import { createFold } from '../proxy/core/fold/fold.ts';
import { createStoredStats } from '../proxy/core/info/stored-stats.ts';
import { decodeFrame, type Decoded } from '../proxy/core/wire/decode-frame.ts';
import type { Entry } from '../proxy/core/wire/entry.ts';
import { createIngester } from '../proxy/recorder/ingest.ts';
import { openSpoolReader } from '../proxy/recorder/spool-reader.ts';
import { readRecordingFile } from '../proxy/replay/playbook/read-recording.ts';
import { RECORD_HEADER_BYTES, SPOOL_FORMAT, writeRecordHeader, type SpoolHeader } from '../proxy/shim/spool-format.ts';
import { createBlockWriter } from '../proxy/store/search/block-writer.ts';
import { createFiltering } from '../proxy/store/search/filtering.ts';
import { openDatabase, type Connection } from '../proxy/store/connection/open.ts';
import { createReader } from '../proxy/store/read/read.ts';
import type { Store } from '../proxy/store/store.ts';
import { createShippedTable } from '../proxy/store/tables/shipped.ts';
import { createWriter } from '../proxy/store/write/write.ts';

/** Milliseconds of each stage. `decode`: reading, splitting and parsing. `fold`: trace, grouping and stats. */
export interface Stages {
  readonly decode: number;
  readonly fold: number;
  readonly rules: number;
  readonly rows: number;
  readonly commit: number;
}

/** Times measured around the running code; `extra` is the cost of measuring. */
type Spent = { -readonly [stage in Exclude<keyof Stages, 'decode'>]: number } & { extra: number };

/** Imports a file into a new database. */
export const importStages = (file: string, folder: string): Promise<Stages> =>
  measure(folder, async (store, fold) => void (await importAlone(store, file, fold)));

/** Ingests a spool into a new database, as the recorder does after the shim's end. */
export const spoolStages = (spool: string, folder: string): Promise<Stages> =>
  measure(folder, async (store, fold) => {
    const reader = openSpoolReader(spool);
    if (!reader) throw new Error(`${spool} has no header`);
    const ingester = createIngester(store, reader, fold);
    while (ingester.advance(true) === 'more');
    ingester.interrupt();
    reader.close();
  });

async function measure(folder: string, work: (store: Store, fold: Fold) => Promise<void>): Promise<Stages> {
  const spent: Spent = { fold: 0, rules: 0, rows: 0, commit: 0, extra: 0 };
  const store = timedStore(join(folder, `stages-${process.hrtime.bigint()}.db`), spent);
  const began = performance.now();
  await work(store, timedFold(spent));
  const all = performance.now() - began;
  store.close();
  const { extra, ...stages } = spent;
  return { decode: all - extra - stages.fold - stages.rules - stages.rows - stages.commit, ...stages };
}

type Fold = ReturnType<typeof createFold>;

/** Measures the rules as the difference to a fold without rules, which runs beside it. */
function timedFold(spent: Spent): Fold {
  const fold = createFold();
  const bare = createFold([]);
  const stats = createStoredStats(bare.trace);
  return {
    ...fold,
    apply(entry, decoded = decodedOf(entry)) {
      const began = performance.now();
      const folded = fold.apply(entry, decoded);
      const judged = performance.now();
      const unjudged = bare.apply(entry, decoded);
      const meant = performance.now();
      stats.apply(unjudged);
      if (bare.size() >= 1000) bare.take();
      const ended = performance.now();
      spent.rules += judged - began - (meant - judged);
      spent.fold += ended - judged; // with stats, because the caller makes its own after this, unmeasured
      spent.extra += ended - judged;
      return folded;
    },
  };
}

const decodedOf = (entry: Entry): Decoded | undefined =>
  entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;

function timedStore(path: string, spent: Spent): Store {
  const { connection } = openDatabase(path);
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const transaction = (work: (...args: readonly unknown[]) => unknown) => {
    const run = (...args: readonly unknown[]) => {
      const began = performance.now();
      begin.run();
      const ready = performance.now();
      const result = work(...args);
      const written = performance.now();
      commit.run();
      spent.rows += written - ready;
      spent.commit += ready - began + (performance.now() - written);
      return result;
    };
    return Object.assign(run, { immediate: run });
  };
  const timed = { prepare: (sql: string) => connection.prepare(sql), transaction } as unknown as Connection; // all that a writer uses
  return {
    path,
    isReplaced: () => false,
    read: createReader(connection),
    filter: createFiltering(connection),
    write: createWriter(timed, path),
    index: createBlockWriter(connection),
    shipped: () => createShippedTable(connection),
    vacuum: () => ({ before: 0, after: 0, isComplete: true }),
    waitAtMost: () => {},
    close: () => connection.close(),
  };
}

/** Writes the frames of a recording file as a spool, a chunk each. */
export async function writeSpool(path: string, file: string): Promise<void> {
  const { header, entries } = await readRecordingFile(file);
  const { id, command, cwd, startedAt } = header;
  const shim = { pid: process.pid, started: undefined };
  const first: SpoolHeader = { 'acptap-spool': SPOOL_FORMAT, id, command, cwd, startedAt, shim, acptap: '', node: '' };
  const chunks: Uint8Array[] = [Buffer.from(`${JSON.stringify(first)}\n`)];
  for await (const entry of entries) {
    if (entry.kind === 'event') continue;
    const head = Buffer.alloc(RECORD_HEADER_BYTES);
    writeRecordHeader(
      head,
      entry.from === 'client' ? 'c' : entry.from === 'agent' ? 'a' : 's',
      entry.elapsed,
      entry.bytes.length,
    );
    chunks.push(head, entry.bytes);
  }
  writeFileSync(path, Buffer.concat(chunks));
}
