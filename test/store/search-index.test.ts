import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { readFilter } from '#core/filter/parse.ts';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { indexingMark } from '../../proxy/recorder/start-indexer.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';
import { CLI } from '../support/processes.ts';
import { header, recordingFile } from '../support/recording-file.ts';

const said = (seq: number) => `< x/said {"text":"entry ${seq}${seq === 700 ? ' Needle, and thread' : ''}"}`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => said(from + index));

function opened(): Store {
  const store = openStore(`${temporaryFolder()}/acptap.db`);
  store.filter.useRegexes(compileRegex);
  return store;
}

function build(store: Store): void {
  while (store.index.extend());
}

/** The entries that a filter reads, as ranges. */
function read(store: Store, no: number, filter: string, total: number): readonly (readonly [number, number])[] {
  const next = store.filter.spans(no, readFilter(filter, compileRegex));
  const spans: (readonly [number, number])[] = [];
  for (let at = 0; at < total;) {
    const { from, to } = next?.(at, total) ?? { from: at, to: total };
    if (from < to) spans.push([from, to]);
    at = to;
  }
  return spans;
}

test('a search reads only blocks that may match', async () => {
  const store = opened();
  const { no } = await importFile(store, recordingFile([...lines(0, 1200), '> 4711 x/rare {}'].join('\n')));
  const all = [[0, 1201]];
  expect(read(store, no, 'needle', 1201)).toEqual(all); // nothing is in the index yet
  build(store);
  for (const filter of [
    'needle',
    'text:"Needle, and"',
    '/Need+le, and/',
    'needle from:agent',
    'x or ne',
    'x/rare or needle',
  ])
    expect([filter, read(store, no, filter, 1201)]).toEqual([
      filter,
      filter.startsWith('x ') ? all : filter.startsWith('x/') ? [[512, 768], [1024, 1201]] : [[512, 768]], // prettier-ignore
    ]);
  for (const filter of ['method:x/r*', 'kind:request', 'id:4711', 'from:client', 'seq:1100..1120', 'status:pending'])
    expect([filter, read(store, no, filter, 1201)]).toEqual([filter, [[1024, 1201]]]);
  for (const filter of ['haystack', 'size:>1M', 'turn:1', 'dur:>1s', 'tool:a', 't:>1h', 'update:plan'])
    expect([filter, read(store, no, filter, 1201)]).toEqual([filter, []]);
  for (const [filter, span] of [
    ['t:768ms..768ms', [512, 768]],
    ['t:769ms..769ms', [768, 1024]],
    ['seq:767', [512, 768]],
    ['seq:768', [768, 1024]],
  ] as const)
    expect([filter, read(store, no, filter, 1201)]).toEqual([filter, [span]]);
  for (const filter of ['-needle', 'method:*', '/./', 'ne', 'has:pair'])
    expect([filter, read(store, no, filter, 1201)]).toEqual([filter, all]);
  store.close();
});

test('entries outside of the index are searched, and a live recording is outside until it ends', () => {
  const store = opened();
  const { no } = store.write.begin(header());
  const fold = createFold();
  const transcript = [...parseTranscript(lines(0, 1200).join('\n'))];
  const append = (from: number, to: number, end?: { state: 'ended' }) => {
    for (const entry of transcript.slice(from, to)) fold.apply(entry);
    const ending = end && { ...end, endedAt: epochMs(0), exit: undefined };
    store.write.append(no, { ...fold.take(), from: 0, to: 0, ...(ending ? { end: ending } : {}) });
  };
  const found = (filter: string) => store.filter.matching(no, readFilter(filter, compileRegex));
  append(0, 900);
  build(store);
  expect(query(store.path, 'SELECT count(*) AS n FROM block')).toEqual([{ n: 0 }]);
  expect(found('needle')).toEqual([700]);
  append(900, 1200, { state: 'ended' });
  expect(store.index.missing()).toBe(1200);
  expect(store.index.extend()).toBe(true);
  query(store.path, 'DELETE FROM block WHERE place % 4294967296 > 0'); // as if it had been stopped after a block
  expect(read(store, no, 'needle', 1200)).toEqual([[256, 1200]]);
  expect([found('needle'), found('haystack')]).toEqual([[700], []]);
  build(store);
  expect(store.index.missing()).toBe(0);
  expect([found('needle'), found('haystack')]).toEqual([[700], []]);
  store.close();
});

test('the index of a removed recording is removed with it', async () => {
  const store = opened();
  const kept = await importFile(store, recordingFile(lines(0, 300).join('\n'), { id: 'kept' }));
  const other = await importFile(store, recordingFile(lines(0, 300).join('\n'), { id: 'other' }));
  build(store);
  store.write.remove(other.no, { pid: process.pid, started: undefined });
  expect(query(store.path, 'SELECT DISTINCT place / 4294967296 AS no, count(*) AS n FROM block')).toEqual([
    { no: kept.no, n: 2 },
  ]);
  store.close();
});

test('the indexer process adds all ended recordings, and leaves no mark behind', async () => {
  const store = opened();
  await importFile(store, recordingFile(lines(0, 300).join('\n')));
  execFileSync(process.execPath, [join(dirname(CLI), 'indexer.js'), store.path]);
  expect(store.index.missing()).toBe(0);
  expect(existsSync(indexingMark(store.path))).toBe(false);
  store.close();
});

test('a recording on a damaged page of the database is skipped, and the others are indexed', async () => {
  const store = opened();
  await importFile(store, recordingFile(lines(0, 2000).join('\n'), { id: 'whole' }));
  const broken = await importFile(store, recordingFile(lines(0, 2000).join('\n'), { id: 'broken' }));
  store.close();
  query(store.path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(store.path);
  const pageSize = bytes.readUInt16BE(16);
  const needle = bytes.lastIndexOf('Needle, and thread');
  bytes[needle - (needle % pageSize)] = 0xff; // no kind of page
  writeFileSync(store.path, bytes);

  execFileSync(process.execPath, [join(dirname(CLI), 'indexer.js'), store.path]);
  const damaged = openStore(store.path);
  expect(damaged.index.missing()).toBe(2000);
  expect(query(store.path, `SELECT count(*) AS n FROM block WHERE place >> 32 <> ${broken.no}`)).toEqual([{ n: 8 }]);
  expect(existsSync(indexingMark(store.path))).toBe(true); // no search starts another indexer soon
  damaged.close();
});
