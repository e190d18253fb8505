import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { crossingsOf } from '#core/wire/crossings.ts';
import { toInjectedEvent } from '#core/wire/injected.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { openSpool } from '../../proxy/shim/spool.ts';
import { DELIVERIES_SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { exported, temporaryFile } from '../support/recording-file.ts';
import { spoolSetting } from '../support/spool-setting.ts';
import { openTestSpool } from './test-spool.ts';

const why = [{ kind: 'corrupt', fault: 'corrupt' }];

/** A spool with a frame of each fate: passed, changed, dropped, on its way at the end; and a line without its end. */
function faultedSpool() {
  const { path, spool } = openTestSpool(temporaryFolder(), undefined, '', DELIVERIES_SPOOL_FORMAT);
  spool.event({ event: 'taking-part', faults: ['corrupt'], seed: 1 });
  spool.chunk('agent', Buffer.from('one\ntwo\nthr'));
  spool.delivery({ of: 'agent', from: 0, to: 4 });
  spool.delivery({ of: 'agent', from: 4, to: 8, why }, encodeUtf8('tw\xff\n'));
  spool.event(toInjectedEvent('client', encodeUtf8('mine\n'), [{ kind: 'noise', fault: 'noise "mine"' }]));
  spool.chunk('agent', Buffer.from('ee\nfour\nfive\nrest'));
  spool.delivery({ of: 'agent', from: 8, to: 14, dropped: true, why: [{ kind: 'drop' }] });
  spool.delivery({ of: 'agent', from: 14, to: 19 });
  spool.delivery({ of: 'agent', from: 24, to: 28 });
  return { path, spool };
}

function ingest(store: Store, path: string, isOver = true) {
  const reader = openSpoolReader(path);
  if (!reader) throw new Error('no spool');
  onTestFinished(reader.close);
  const ingester = createIngester(store, reader);
  while (ingester.advance(isOver) === 'more');
  return ingester;
}

function newStore(path = MEMORY): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

const fates = (store: Store, no: number) =>
  [...store.read.entries(no)].flatMap((entry) =>
    entry.kind === 'frame'
      ? [[String(Buffer.from(entry.bytes)), entry.sent?.elapsed !== undefined, entry.sent?.why[0]?.kind]]
      : [],
  );

const FATES = [
  ['one\n', true, undefined],
  ['two\n', true, 'corrupt'],
  ['three\n', false, 'drop'],
  ['four\n', true, undefined],
  ['five\n', false, undefined],
  ['rest', true, undefined],
];

test('a recording has the delivery of each frame', () => {
  const { path, spool } = faultedSpool();
  spool.event({ event: 'exit', code: 0, signal: null });
  const store = newStore();
  const { no } = ingest(store, path);
  expect(fates(store, no)).toEqual(FATES);
  const given = [...crossingsOf(store.read.entries(no), 'client')].flatMap((entry) =>
    entry.kind === 'frame' ? [Buffer.from(entry.bytes)] : [],
  );
  expect(
    Buffer.concat(given).equals(
      Buffer.concat(['one\n', 'tw\xff\n', 'mine\n', 'four\n', 'rest'].map((text) => Buffer.from(text))),
    ),
  ).toBe(true);
  expect(store.read.header(no)).toMatchObject({ interventions: true });
});

test('only the written slices of a frame count as delivered', () => {
  const { path, spool } = openTestSpool(temporaryFolder(), undefined, '', DELIVERIES_SPOOL_FORMAT);
  const slice = (from: number, text: string) =>
    spool.delivery({ of: 'agent', from, to: from + 6, part: true, why }, encodeUtf8(text));
  spool.chunk('agent', Buffer.from('whole\nparts\nnever\n'));
  slice(0, 'wh');
  slice(0, 'ol');
  spool.delivery({ of: 'agent', from: 0, to: 6, why });
  slice(6, 'pa');
  const folder = temporaryFolder();
  const first = openStore(join(folder, 'acptap.db'));
  ingest(first, path, false); // an earlier recorder
  first.close();
  slice(6, 'r');
  spool.event({ event: 'interrupted' });
  const store = newStore(join(folder, 'acptap.db'));
  const { no } = ingest(store, path);
  const sent = [...store.read.entries(no)].flatMap((entry) =>
    entry.kind === 'frame' ? [[entry.sent?.elapsed !== undefined, String(Buffer.from(entry.sent?.bytes ?? []))]] : [],
  );
  expect(sent).toEqual([
    [true, ''],
    [true, 'par'],
    [false, ''],
  ]);
});

test('a frame that waits for a time says until when, and by what', () => {
  const { path, spool } = openTestSpool(temporaryFolder(), undefined, '', DELIVERIES_SPOOL_FORMAT);
  spool.event({ event: 'taking-part', faults: ['delay 1h'], seed: 1 });
  spool.chunk('client', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"_a"}\n'));
  const delay = { of: 'client', from: 0, to: 39, why: [{ kind: 'delay', fault: 'delay 1h' }] } as const;
  spool.delivery({ ...delay, wait: 3_600_000 });
  const store = newStore();
  const { no } = ingest(store, path, false);
  const [waiting] = store.read.summary(no)?.waiting ?? [];
  expect(waiting?.interfered).toMatchObject({ seq: 1, kind: 'delay', delay: { by: 'delay 1h' } });
  const { t = 0, interfered } = waiting ?? {};
  expect(Math.abs((interfered?.delay?.until ?? 0) - t - 3_600_000_000)).toBeLessThan(1_000_000);
  spool.delivery(delay);
  ingest(store, path, false);
  expect(store.read.summary(no)?.waiting[0]?.interfered).toEqual({ seq: 1, kind: 'delay', isDelivered: true });
});

test('a resumed recorder stores deliveries of frames that an earlier recorder stored', () => {
  const { path, spool } = faultedSpool();
  const folder = temporaryFolder();
  const first = openStore(join(folder, 'acptap.db'));
  ingest(first, path, false);
  first.close();
  spool.delivery({ of: 'agent', from: 19, to: 24, why });
  spool.event({ event: 'exit', code: 0, signal: null });
  const store = newStore(join(folder, 'acptap.db'));
  const { no } = ingest(store, path);
  expect(fates(store, no)).toEqual(FATES.map((fate, index) => (index === 4 ? ['five\n', true, 'corrupt'] : fate)));
});

test('lost bytes shift no delivery to another frame', () => {
  const { path, spool } = openTestSpool(temporaryFolder(), undefined, '', DELIVERIES_SPOOL_FORMAT);
  spool.chunk('agent', Buffer.from('one\n'));
  spool.event({ event: 'gap', of: 'agent', bytes: 100 });
  spool.chunk('agent', Buffer.from('two\nthree\n'));
  spool.delivery({ of: 'agent', from: 0, to: 4 });
  spool.delivery({ of: 'agent', from: 104, to: 108, dropped: true, why });
  spool.delivery({ of: 'agent', from: 108, to: 114 });
  spool.event({ event: 'exit', code: 0, signal: null });
  const store = newStore();
  const { no } = ingest(store, path);
  expect(fates(store, no)).toEqual([
    ['one\n', true, undefined],
    ['two\n', false, 'corrupt'],
    ['three\n', true, undefined],
  ]);
});

test('an exported file imports as the same recording, and its removal leaves no rows', async () => {
  const { path, spool } = faultedSpool();
  spool.event({ event: 'exit', code: 0, signal: null });
  const store = newStore();
  const { no } = ingest(store, path);
  const text = exported({ store, no });
  const findings = store.read.findings(no);
  expect(findings).not.toEqual([]);
  store.write.remove(no, identify(process.pid));
  const imported = await importFile(store, temporaryFile(text));
  expect(exported({ store, no: imported.no })).toBe(text);
  expect(store.read.findings(imported.no)).toEqual(findings);
});

test('the deliveries of frames that could not be written are not kept until they can', () => {
  const path = join(temporaryFolder(), 'spool', 'recorded.spool');
  let now = 0;
  let isFull = true;
  const setting = spoolSetting(path, () => now);
  const prepare = () => {
    if (isFull) throw new Error('disk full');
    setting.prepare();
  };
  const header = { 'acptap-spool': DELIVERIES_SPOOL_FORMAT, id: 'recorded', command: ['a'], cwd: '/', startedAt: 1 };
  const about = { ...header, shim: identify(process.pid), acptap: '', node: '' };
  const spool = openSpool(path, about, { ...setting, prepare, onTrouble() {} });
  spool.chunk('agent', Buffer.from('one\n'));
  spool.delivery({ of: 'agent', from: 0, to: 4 });
  [isFull, now] = [false, 60_000_000];
  spool.chunk('agent', Buffer.from('two\n'));
  spool.delivery({ of: 'agent', from: 4, to: 8 });
  spool.event({ event: 'exit', code: 0, signal: null });
  expect(readFileSync(path, 'latin1').match(/"of":"agent","from":\d+/g)).toEqual(['"of":"agent","from":4']);
  const store = newStore();
  expect(fates(store, ingest(store, path).no)).toEqual([['two\n', true, undefined]]);
});

test('the time that acptap kept a request and its response is stored as in the file, and known while it is kept', async () => {
  const { path, spool } = openTestSpool(temporaryFolder(), undefined, '', DELIVERIES_SPOOL_FORMAT);
  const read = `{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{"sessionId":"s","path":"/a"}}\n`;
  const content = `{"jsonrpc":"2.0","id":1,"result":{"content":""}}\n`;
  const prompt = `{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n`;
  const log = () => spool.chunk('stderr', Buffer.from('log\n')); // takes a microsecond, as every record
  const store = newStore();
  const no = () => ingest(store, path, false).no;
  const times = (of: Store, recording: number) =>
    of.read.timeline
      .groups(
        recording,
        Array.from({ length: of.read.timeline.groupCount(recording) }, (_, index) => index),
      )
      .filter(({ kind }) => kind === 'turn' || kind === 'file')
      .map(({ kind, client, acptap, waits, waiting }) => ({ kind, client, acptap, waits, waiting }));

  spool.event({ event: 'taking-part', faults: [] });
  spool.chunk('client', Buffer.from(prompt));
  spool.delivery({ of: 'client', from: 0, to: prompt.length });
  spool.chunk('agent', Buffer.from(read));
  expect(times(store, no())).toMatchObject([{ waiting: { on: 'acptap' } }, { waiting: { on: 'acptap' } }]);
  log();
  log();
  spool.delivery({ of: 'agent', from: 0, to: read.length });
  expect(times(store, no())).toMatchObject([
    { acptap: 4, waiting: { on: 'client' } },
    { acptap: 3, waiting: { on: 'client' } },
  ]);
  spool.chunk('client', Buffer.from(content));
  log();
  spool.delivery({ of: 'client', from: prompt.length, to: prompt.length + content.length });
  spool.event({ event: 'exit', code: 0, signal: null });
  ingest(store, path);
  expect(times(store, no())).toMatchObject([
    { kind: 'turn', client: 1, acptap: 6, waiting: null },
    { kind: 'file', client: 1, acptap: 3 },
  ]);

  const other = newStore();
  const imported = await importFile(other, temporaryFile(exported({ store, no: no() })));
  expect(times(other, imported.no)).toEqual(times(store, no()));
});
