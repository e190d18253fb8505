import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readFilter } from '#core/filter/parse.ts';
import { createFold } from '#core/fold/fold.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { LARGE_ANSWER, LARGE_UPDATE, largeSpool, LIMIT, passed, recordLarge } from '../support/large-frames.ts';

function opened(path = MEMORY): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

const rawOf = (store: Store, no: number) =>
  (['client', 'agent'] as const).map((stream) => Buffer.concat([...store.read.bytes(no, stream)]));

const cutOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

describe('a frame above the limit', () => {
  test('has its beginning, its length and its hash in the entry, and all its bytes in pieces', () => {
    const store = opened();
    const no = recordLarge(store);
    const frames = [...store.read.entries(no)].filter((entry) => entry.kind === 'frame');
    expect(frames.map(({ seq, from, cut }) => [seq, from, cut])).toEqual([
      [0, 'client', undefined],
      [1, 'agent', undefined],
      [2, 'client', undefined],
      [3, 'agent', undefined],
      [4, 'client', undefined],
      [5, 'agent', undefined],
      [6, 'agent', undefined],
      [7, 'client', cutOf(LARGE_ANSWER)],
      [8, 'agent', cutOf(LARGE_UPDATE)],
      [9, 'agent', undefined],
      [10, 'agent', undefined],
    ]);
    const beginning = Buffer.from(frames[7]!.bytes).toString();
    expect([LARGE_ANSWER.toString().startsWith(beginning), frames[7]!.bytes.length]).toEqual([true, 65_535]); // no half character
    expect(Buffer.from(frames[8]!.bytes).equals(LARGE_UPDATE.subarray(0, 65_536))).toBe(true);
    expect(rawOf(store, no)).toEqual([passed('c'), passed('a')]);
    expect(Buffer.concat([...store.read.rawBytes(no, 7)!]).equals(LARGE_ANSWER)).toBe(true);
  });

  test('is stored once, wherever a recorder is killed and another continues', () => {
    for (const slices of [6, 8, 10, 11, 12]) {
      const store = opened();
      const killed = createIngester(store, largeSpool(), createFold(), LIMIT);
      for (let slice = 0; slice < slices; slice++) killed.advance();
      const no = recordLarge(store);
      expect(rawOf(store, no)).toEqual([passed('c'), passed('a')]);
    }
  });

  test('that breaks off with the process keeps its beginning', () => {
    const store = opened();
    const spool = largeSpool([
      ['a', LARGE_UPDATE.subarray(0, 120_000)],
      ['e', Buffer.from('{"event":"exit","code":null,"signal":"SIGKILL"}')],
    ]);
    const no = recordLarge(store, spool);
    expect([...store.read.entries(no)]).toMatchObject([{ cut: { bytes: 120_000 } }, { event: { event: 'exit' } }]);
    expect(rawOf(store, no)[1]!.equals(LARGE_UPDATE.subarray(0, 120_000))).toBe(true);
  });

  test('is judged only by its size, and the request it answers is not reported as unanswered', () => {
    const store = opened();
    const no = recordLarge(store);
    const large = { bytes: 2 ** 30, sha256: '' };
    const entries = [...store.read.entries(no)].map((entry) =>
      entry.kind === 'frame' && entry.seq === 8 ? { ...entry, cut: large } : entry,
    );
    const { findings, troubles } = judgeRecording(entries, catalogue, 'orderly');
    expect(findings).toMatchObject([
      { rule: 'framing/line-fits-receivers', seq: 8, side: 'agent', seen: '1024.0 MiB' },
    ]);
    expect(troubles).toEqual([]);
    expect(store.read.summary(no)).toMatchObject({ state: 'ended', findings: { error: 0 } });
  });

  test('has a row that describes it, and is found by its size', () => {
    const store = opened();
    const no = recordLarge(store);
    expect(store.filter.matching(no, readFilter('size:>150000', compileRegex))).toEqual([7, 8]);
    expect(store.read.rows(no, 8, 1)).toMatchObject([
      {
        kind: 'invalid',
        bytes: LARGE_UPDATE.length,
        cut: cutOf(LARGE_UPDATE),
        summary: expect.stringContaining(
          'frame of 0.1 MiB, too large to be read · {"jsonrpc":"2.0","method"',
        ) as string,
      },
    ]);
  });
});

test('a request is not open while its cut response arrives', () => {
  const store = opened();
  const ingester = createIngester(store, largeSpool(), createFold(), LIMIT);
  const waiting = () => store.read.summary(ingester.no)?.waiting.map(({ method }) => method);
  for (let slice = 0; slice < 7; slice++) ingester.advance();
  expect(waiting()).toEqual(['session/prompt', 'fs/read_text_file']);
  for (let slice = 7; slice < 11; slice++) ingester.advance();
  expect(waiting()).toEqual(['session/prompt']);
});

describe('an entry that the database refuses', () => {
  function refusing(table: string, seq: number): Store {
    const path = join(temporaryFolder(), 'acptap.db');
    openStore(path).close();
    const connection = new Database(path);
    const from = table === 'entry' ? 'AND NEW.origin < 3' : 'AND NEW.method IS NOT NULL';
    connection.exec(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} WHEN (NEW.place & 4294967295) = ${seq} ${from}
      BEGIN SELECT RAISE(ABORT, 'string or blob too big'); END`);
    connection.close();
    return opened(path);
  }

  test('becomes a `not-stored` event, and the other entries are stored', () => {
    const store = refusing('entry', 4);
    const no = recordLarge(store);
    const rows = store.read.rows(no, 0, 100);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, seq) => seq));
    expect(rows[4]).toMatchObject({
      kind: 'event',
      summary: expect.stringMatching(/^\d+ bytes from client could not be stored: string or blob too big$/) as string,
    });
    expect(store.read.detail(no, 4)).toMatchObject({ event: { event: 'not-stored', of: 'client' } });
    expect(store.read.summary(no)).toMatchObject({ state: 'ended', total: 12 });
  });

  test('keeps its bytes if only the derived rows are refused', () => {
    const store = refusing('message', 4);
    const no = recordLarge(store);
    expect(store.read.rows(no, 4, 1)).toMatchObject([
      { kind: 'invalid', summary: 'acptap could not store what this means: string or blob too big' },
    ]);
    expect(rawOf(store, no)).toEqual([passed('c'), passed('a')]);
    expect(store.read.summary(no)).toMatchObject({ state: 'ended', total: 12 });
  });

  /**
   * A store in memory, and a function that appends one notification with this change, as a bug or a huge line would
   * make it.
   */
  function storing(change: object) {
    const store = opened();
    const { no } = store.write.begin({ id: 'r', startedAt: epochMs(0), command: [], cwd: '/', redacted: false });
    const fold = createFold();
    for (const entry of parseTranscript('> _a {}\n> _b {}')) fold.apply(entry);
    const folded = fold.take();
    const entries = folded.entries.map((each, index) =>
      index === 0 ? { ...each, step: { ...each.step, entry: { ...each.step.entry, ...change } } } : each,
    );
    return { store, no, append: () => store.write.append(no, { ...folded, entries, from: 0, to: 0 }) };
  }

  test('for its size becomes a `not-stored` event too', () => {
    const { store, no, append } = storing({ bytes: Buffer.alloc(1_000_000_001) }); // never touched, so it takes no memory
    append();
    expect(store.read.rows(no, 0, 2)).toMatchObject([
      { kind: 'event', summary: expect.stringContaining('1000000001 bytes from client could not be stored: ') },
      { kind: 'notification', method: '_b' },
    ]);
  });

  test('is not confused with a bug of acptap, which throws and rolls back the batch', () => {
    const { store, no, append } = storing({ elapsed: true });
    expect(append).toThrow(TypeError);
    expect(store.read.summary(no)).toMatchObject({ total: 0 });
    expect([...store.read.entries(no)]).toEqual([]);
  });

  test('is not confused with a failure of the database', () => {
    const store = opened();
    const ingester = createIngester(store, largeSpool(), createFold(), LIMIT);
    store.close();
    expect(() => ingester.advance()).toThrow('not open');
  });
});
