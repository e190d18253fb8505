import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, constantFrom, property, record, uint8Array } from 'fast-check';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import { settleSpools } from '../../proxy/recorder/settle.ts';
import { unreadSpools } from '../../proxy/recorder/unread-spools.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { OvertakenError } from '../../proxy/store/write/append.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { foldAgain } from '../support/fold-again.ts';
import { line, openTestSpool, writeLines } from './test-spool.ts';
import { rounds } from '../support/effort.ts';

const noTrouble = (cause: unknown): never => {
  throw cause;
};

function ingesterFor(store: Store, path: string) {
  const reader = openSpoolReader(path);
  if (!reader) throw new Error('no spool');
  onTestFinished(reader.close);
  return createIngester(store, reader);
}

const rawOf = (store: Store, no: number) => Buffer.concat([...store.read.bytes(no, 'agent')]);

function expectWhole(store: Store, agent: Buffer): void {
  const recordings = store.read.recordings();
  expect(recordings).toHaveLength(1);
  const { no, summary } = recordings[0]!;
  expect(rawOf(store, no).equals(agent)).toBe(true);
  expect([...store.read.entries(no)].map(({ seq }) => seq)).toEqual(
    Array.from({ length: summary.total }, (_, at) => at),
  );
}

test('a live recording whose derived tables were emptied continues with complete tables', () => {
  const folder = temporaryFolder();
  const { path, spool } = openTestSpool(folder);
  const agent = writeLines(spool);
  const first = openStore(join(folder, 'acptap.db'));
  ingesterFor(first, path).advance();
  const { no, summary } = first.read.recordings()[0]!;
  first.close();
  const connection = new Database(join(folder, 'acptap.db'));
  foldAgain(connection);
  connection.close();
  const store = openStore(join(folder, 'acptap.db'));
  onTestFinished(() => store.close());
  const ingester = ingesterFor(store, path);
  expect(store.read.summary(no)).toEqual(summary);
  while (ingester.advance() === 'more');
  ingester.interrupt();
  expectWhole(store, agent);
  expect(store.read.summary(no)).toMatchObject({ state: 'interrupted', endedAt: '1970-01-01T00:00:00.001Z' });
  expect(store.read.timeline.groups(no, [0])).toMatchObject([{ kind: 'notification', first: 0 }]);
  expect(store.read.timeline.groupCount(no)).toBe(store.read.recordings()[0]?.summary.total);
});

test('each line of stderr is an entry, and so is a last line without an end', () => {
  const { path, spool } = openTestSpool(temporaryFolder());
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  spool.chunk('stderr', Buffer.from('one\n\ntwo\nName: '));
  spool.chunk('stderr', Buffer.from('x\n'));
  const ingester = ingesterFor(store, path);
  while (ingester.advance() === 'more');
  const lines = [...store.read.entries(ingester.no)].map(
    (entry) => 'bytes' in entry && String(Buffer.from(entry.bytes)),
  );
  expect(lines).toEqual(['one\n', '\n', 'two\n', 'Name: ', 'x\n']);
});

test('a live recording has the beginning of a line without an end, until the line ends', () => {
  const { path, spool } = openTestSpool(temporaryFolder());
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const ingester = ingesterFor(store, path);
  const after = (text: string) => {
    spool.chunk('agent', Buffer.from(text));
    while (ingester.advance() === 'more');
    return store.read.summary(ingester.no)?.unfinished;
  };
  expect(after('{"a":1}\n')).toBeUndefined();
  expect(after('{"a":1}\n{"jsonrpc":"2.0",')).toMatchObject([
    { side: 'agent', bytes: 17, beginning: '{"jsonrpc":"2.0",', t: 2 },
  ]);
  expect(after('é'.repeat(100))).toMatchObject([{ bytes: 217, beginning: `{"jsonrpc":"2.0",${'é'.repeat(21)}…` }]);
  expect(after('\n')).toBeUndefined();
  after('{');
  ingester.interrupt();
  expect(store.read.summary(ingester.no)?.unfinished).toBeUndefined();
});

test('takes four times as much at a time after the end of the shim', () => {
  const { path, spool } = openTestSpool(temporaryFolder());
  writeLines(spool);
  const entriesAfter = (isOver: boolean) => {
    const store = openStore(MEMORY);
    onTestFinished(() => store.close());
    expect(ingesterFor(store, path).advance(isOver)).toBe('more');
    return store.read.recordings()[0]?.summary.total ?? 0;
  };
  expect(entriesAfter(true)).toBeGreaterThan(3 * entriesAfter(false));
});

describe('two ingesters of the same spool', () => {
  const open = (folder: string) => {
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    return store;
  };

  test('write everything exactly once, even if they overtake each other', () => {
    const folder = temporaryFolder();
    const { path, spool } = openTestSpool(folder);
    const agent = writeLines(spool);
    spool.event({ event: 'exit', code: 0, signal: null });
    spool.close();
    const [one, two] = [open(folder), open(folder)];
    const slow = ingesterFor(one, path);
    const quick = ingesterFor(two, path);
    expect(slow.advance()).toBe('more');
    expect(() => quick.advance()).toThrow(OvertakenError); // this recorder has not seen the other's rows
    const again = ingesterFor(two, path);
    while (again.advance() !== 'ended');
    expect(() => {
      while (slow.advance() !== 'ended');
    }).toThrow(OvertakenError);
    const late = ingesterFor(one, path);
    expect(late.advance()).toBe('ended');
    expectWhole(one, agent);
    expect(one.read.recordings()).toMatchObject([{ summary: { state: 'ended', entries: { agent: 300 } } }]);
  });

  test('may stop at any time: the next one folds again and writes only new entries', () => {
    const folder = temporaryFolder();
    const { path, spool } = openTestSpool(folder);
    const agent = writeLines(spool);
    const store = open(folder);
    for (let slices = 0; ; slices++) {
      const ingester = ingesterFor(store, path); // as after kill -9 of the previous one
      let progress = 'more';
      for (let done = 0; done <= slices && progress === 'more'; done++) progress = ingester.advance(done % 2 === 1);
      if (progress === 'idle') break;
    }
    spool.chunk('agent', line(300));
    spool.close();
    ingesterFor(store, path).advance();
    const last = ingesterFor(store, path);
    while (last.advance() === 'more');
    last.interrupt();
    last.interrupt();
    expectWhole(store, Buffer.concat([agent, line(300)]));
    expect(store.read.recordings()).toMatchObject([{ summary: { state: 'interrupted', exit: null } }]);
  });

  test('cannot both end it', () => {
    const folder = temporaryFolder();
    const { path, spool } = openTestSpool(folder);
    spool.chunk('agent', Buffer.from('unterminated'));
    spool.close();
    const [one, two] = [open(folder), open(folder)];
    const first = ingesterFor(one, path);
    while (first.advance() === 'more');
    const second = ingesterFor(two, path);
    while (second.advance() === 'more');
    first.interrupt();
    expect(() => second.interrupt()).toThrow(OvertakenError);
    expectWhole(one, Buffer.from('unterminated'));
  });
});

test('a spool is read into the same entries however its bytes were cut', () => {
  const chunks = array(
    record({
      stream: constantFrom('client' as const, 'agent' as const, 'stderr' as const),
      chunk: uint8Array({ max: 12, maxLength: 30 }),
    }),
    { maxLength: 30 },
  );
  assert(
    property(chunks, (all) => {
      const { path, spool } = openTestSpool(temporaryFolder());
      for (const { stream, chunk } of all) spool.chunk(stream, Buffer.from(chunk));
      spool.close();
      const store = openStore(MEMORY);
      const ingester = ingesterFor(store, path);
      while (ingester.advance() === 'more');
      ingester.interrupt();
      for (const wanted of ['client', 'agent', 'stderr'] as const) {
        const bytes = Buffer.concat(all.filter(({ stream }) => stream === wanted).map(({ chunk }) => chunk));
        expect(Buffer.concat([...store.read.bytes(ingester.no, wanted)]).equals(bytes)).toBe(true);
      }
      for (const { bytes } of [...store.read.entries(ingester.no)].filter((entry) => entry.kind === 'frame'))
        expect([-1, bytes.length - 1]).toContain(bytes.indexOf(0x0a));
      store.close();
    }),
    { numRuns: rounds(15, 40) },
  );
});

describe('a spool without a recorder', () => {
  test('is ingested by the next command, and then removed', async () => {
    const folder = temporaryFolder();
    const { spool } = openTestSpool(folder);
    const agent = writeLines(spool);
    spool.close();
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    const watched = join(folder, 'watched');
    await settleSpools(store, { spool: join(folder, 'spool'), watched, onTrouble: (_path, cause) => noTrouble(cause) });
    expectWhole(store, agent);
    expect(store.read.recordings()).toMatchObject([{ summary: { state: 'interrupted' } }]);
    expect(readdirSync(join(folder, 'spool'))).toEqual([]);
  });

  test.each([
    [
      'half a header',
      (path: string) => writeFileSync(path, '{"acptap-spool":1,"id":"recorded"}\n'),
      'no usable command',
    ],
    ['damage', (path: string) => appendFileSync(path, ' '.repeat(20)), 'kept as recorded.spool.damaged'],
  ])('is reported once, without its path, when it has %s', async (_what, spoil, why) => {
    const folder = temporaryFolder();
    const { spool } = openTestSpool(folder);
    writeLines(spool);
    spool.close();
    const path = join(folder, 'spool', 'recorded.spool');
    spoil(path);
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    const troubles: [string, string][] = [];
    const onTrouble = (where: string, cause: unknown) => void troubles.push([where, String(cause)]);
    await settleSpools(store, { spool: join(folder, 'spool'), watched: join(folder, 'watched'), onTrouble });
    expect(troubles).toEqual([[path, expect.stringContaining(why)]]);
    expect(troubles[0]?.[1]).not.toContain(folder);
  });

  test('stays, with a live recording, while its shim lives', async () => {
    const folder = temporaryFolder();
    const self = identify(process.pid);
    const { spool } = openTestSpool(folder, { pid: self.pid, started: self.started ?? '' });
    const agent = writeLines(spool);
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    const watched = join(folder, 'watched');
    await settleSpools(store, { spool: join(folder, 'spool'), watched, onTrouble: (_path, cause) => noTrouble(cause) });
    expectWhole(store, agent);
    expect(store.read.recordings()).toMatchObject([{ summary: { state: 'live', endedAt: null } }]);
    expect(readdirSync(join(folder, 'spool'))).toEqual(['recorded.spool']);
    spool.close();
  });

  test('is reported while its shim lives, until a recorder has claimed it', async () => {
    const folder = temporaryFolder();
    const self = identify(process.pid);
    const shim = { pid: self.pid, started: self.started ?? '' };
    const { path, spool } = openTestSpool(folder, shim);
    writeLines(spool);
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    const watched = join(folder, 'watched');
    const orders: unknown[] = [];
    const options = {
      spool: join(folder, 'spool'),
      watched,
      onTrouble: (_path: string, cause: unknown) => noTrouble(cause),
      onMissingRecorder: (order: unknown) => void orders.push(order),
    };
    await settleSpools(store, options);
    expect(orders).toEqual([{ spool: path, database: store.path, watched, shim }]);
    store.write.claim(ingesterFor(store, path).no, self);
    await settleSpools(store, options);
    expect(orders).toHaveLength(1);
    spool.close();
  });

  test('is listed by its header if it cannot be ingested, newest first', () => {
    const folder = temporaryFolder();
    const { spool } = openTestSpool(folder);
    spool.close();
    const of = join(folder, 'spool');
    writeFileSync(join(of, 'broken.spool'), 'no header\n');
    const later = readFileSync(join(of, 'recorded.spool'), 'utf8').replace('"startedAt":1', '"startedAt":2000');
    writeFileSync(join(of, 'later.spool'), later.replace('"id":"recorded"', '"id":"later","name":"again"'));
    expect(unreadSpools(of)).toEqual([
      { id: 'later', name: 'again', command: ['a'], startedAt: '1970-01-01T00:00:02.000Z', isLive: false },
      { id: 'recorded', name: undefined, command: ['a'], startedAt: '1970-01-01T00:00:00.001Z', isLive: false },
    ]);
    expect(unreadSpools(join(folder, 'nowhere'))).toEqual([]);
  });
});
