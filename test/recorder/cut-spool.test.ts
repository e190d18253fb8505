import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import { settleSpools } from '../../proxy/recorder/settle.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { openSpool } from '../../proxy/shim/spool.ts';
import { SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { spoolSetting } from '../support/spool-setting.ts';

/** Frames above this size are stored in pieces. */
const LIMIT = 100_000;

const ALIVE = identify(process.pid);
const GONE = { pid: 2 ** 22 + 1, started: 'long ago' };

/** A line of either side. Chunks end in the middle of a line, and one line is too large for one row. */
const line = (number: number) =>
  Buffer.from(`{"jsonrpc":"2.0","method":"_line","params":["${'x'.repeat(number === 3 ? 200_000 : 20_000)}"]}\n`);

interface Said {
  readonly client: Buffer[];
  readonly agent: Buffer[];
}

function spoolOf(folder: string, shim = ALIVE) {
  const path = join(folder, 'spool', 'recorded.spool');
  const notices: string[] = [];
  let now = 0;
  const header = { 'acptap-spool': SPOOL_FORMAT, id: 'recorded', command: ['a'], cwd: '/', acptap: '', node: '' };
  const setting = { ...spoolSetting(path, () => ++now), onCut: () => void notices.push('cut') };
  const spool = openSpool(path, { ...header, startedAt: 1, shim }, setting);
  const said: Said = { client: [], agent: [] };
  return {
    path,
    spool,
    said,
    notices,
    say(count: number): void {
      for (const side of ['client', 'agent'] as const) {
        const all = Buffer.concat(Array.from({ length: count }, (_, number) => line(number)));
        for (let at = 0; at < all.length; at += 30_011) {
          const chunk = all.subarray(at, at + 30_011);
          spool.chunk(side, chunk);
          said[side].push(chunk);
        }
      }
    },
  };
}

/** Ingests this many slices, then stops like a killed recorder. */
function ingest(store: Store, path: string, slices = Number.POSITIVE_INFINITY): number {
  const reader = openSpoolReader(path);
  if (!reader) throw new Error('no spool');
  onTestFinished(reader.close);
  const ingester = createIngester(store, reader, createFold(), LIMIT);
  for (let done = 0; done < slices && ingester.advance() === 'more'; done++);
  return ingester.no;
}

const missingOf = (store: Store, no: number, side: 'client' | 'agent'): number =>
  [...store.read.entries(no)]
    .flatMap((entry) => (entry.kind === 'event' ? [entry.event as Readonly<Record<string, unknown>>] : []))
    .filter(({ event, of }) => event === 'gap' && of === side)
    .reduce((sum, { bytes }) => sum + Number(bytes), 0);

/** Expects each byte once and in order, or counted as missing. */
function expectAllBytes(store: Store, no: number, said: Said, keptAfter: number): void {
  const entries = [...store.read.entries(no)];
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
  for (const side of ['client', 'agent'] as const) {
    const bytes = Buffer.concat([...store.read.bytes(no, side)]);
    const all = Buffer.concat(said[side]);
    expect(bytes.length + missingOf(store, no, side)).toBe(all.length);
    const before = bytes.length - keptAfter;
    expect(bytes.subarray(0, before).equals(all.subarray(0, before))).toBe(true);
    expect(bytes.subarray(before).equals(all.subarray(all.length - keptAfter))).toBe(true);
  }
}

const lengthOf = (count: number) => Array.from({ length: count }, (_, n) => line(n).length).reduce((a, b) => a + b, 0);

describe('a spool that is cut while it is written', () => {
  test.each([0, 1, 5, 10, 1000])(
    'starts again, and bytes that no recorder had read, after %i slices, are a gap',
    (slices) => {
      const { path, spool, say, said, notices } = spoolOf(temporaryFolder());
      const store = openStore(MEMORY);
      onTestFinished(() => store.close());
      say(6);
      ingest(store, path, slices);
      truncateSync(path, 0);
      say(1); // lost too: the shim has not noticed yet
      expect([spool.check(), notices]).toEqual([false, ['cut']]);
      say(5);
      for (let each = 0; each < 8; each++) ingest(store, path, each); // each one is killed, and the next continues
      spool.event({ event: 'exit', code: 0, signal: null });
      const no = ingest(store, path);
      expectAllBytes(store, no, said, lengthOf(5));
      expect(store.read.summary(no)).toMatchObject({ state: 'ended' });
    },
  );

  test('twice starts again twice', () => {
    const { path, spool, say, said, notices } = spoolOf(temporaryFolder());
    const store = openStore(MEMORY);
    onTestFinished(() => store.close());
    for (let time = 0; time < 2; time++) {
      say(6);
      ingest(store, path, 7);
      truncateSync(path, 1000);
      spool.check();
    }
    say(5);
    spool.event({ event: 'exit', code: 0, signal: null });
    const no = ingest(store, path);
    expect(notices).toEqual(['cut']);
    const bytes = Buffer.concat([...store.read.bytes(no, 'agent')]);
    expect(bytes.length + missingOf(store, no, 'agent')).toBe(Buffer.concat(said.agent).length);
  });

  test('with an exit as its last record has a gap and the exit, even if the shim did not notice the cut', () => {
    const { path, spool, say, said } = spoolOf(temporaryFolder());
    const store = openStore(MEMORY);
    onTestFinished(() => store.close());
    say(4);
    truncateSync(path, 0);
    spool.event({ event: 'exit', code: 0, signal: null });
    const no = ingest(store, path);
    expectAllBytes(store, no, said, 0);
    expect([...store.read.entries(no)].map((entry) => entry.kind === 'event' && entry.event.event)).toEqual([
      'gap',
      'gap',
      'exit',
    ]);
  });

  test('is not treated as damaged while its shim may notice the cut', () => {
    const { path, spool, say } = spoolOf(temporaryFolder());
    const store = openStore(MEMORY);
    onTestFinished(() => store.close());
    say(4);
    const reader = openSpoolReader(path);
    onTestFinished(() => reader?.close());
    const ingester = createIngester(store, reader!, createFold(), LIMIT);
    for (let done = 0; done < 3; done++) ingester.advance();
    truncateSync(path, 100);
    expect([ingester.advance(), store.read.summary(ingester.no)?.state]).toEqual(['idle', 'live']);
    spool.check();
    expect(reader?.isReplaced()).toBe(true);
  });

  test('ends its recording when its running shim does not replace the file in time', () => {
    const { path, say } = spoolOf(temporaryFolder());
    const store = openStore(MEMORY);
    onTestFinished(() => store.close());
    say(4);
    const reader = openSpoolReader(path);
    onTestFinished(() => reader?.close());
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const ingester = createIngester(store, reader!, createFold(), LIMIT);
    ingester.advance();
    truncateSync(path, 100);
    const looks = Array.from({ length: 6 }, () => {
      now += 1000;
      return ingester.advance();
    });
    expect(looks).toEqual(['idle', 'idle', 'idle', 'idle', 'idle', 'ended']);
    expect([store.read.summary(ingester.no)?.state, ingester.damage()]).toEqual([
      'interrupted',
      expect.stringContaining('it was cut before offset'),
    ]);
  });

  test('ends its recording with the missing bytes when the shim is gone before it notices', async () => {
    const folder = temporaryFolder();
    const { path, spool, say } = spoolOf(folder, GONE);
    const store = openStore(join(folder, 'acptap.db'));
    onTestFinished(() => store.close());
    say(4);
    spool.close();
    const no = ingest(store, path, 5);
    truncateSync(path, 300);
    const troubles: unknown[] = [];
    const options = { spool: join(folder, 'spool'), watched: join(folder, 'watched') };
    await settleSpools(store, { ...options, onTrouble: (_path, cause) => troubles.push(cause) });
    expect(troubles).toHaveLength(1);
    expect(store.read.summary(no)?.state).toBe('interrupted');
    expect([...store.read.entries(no)].slice(-2)).toMatchObject([
      { event: { event: 'damaged', message: expect.stringContaining('it was cut before offset') as string } },
      { event: { event: 'interrupted' } },
    ]);
    expect(readdirSync(options.spool)).toEqual(['recorded.spool.damaged']);
  });
});
