import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import {
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARE_FORMS, SHARE_SCOPES, type ShareQuery } from '#core/contract/share.ts';
import { VALUE_FIELDS, type RowQuery, type SeekQuery } from '#core/contract/timeline.ts';
import { printFilter } from '#core/filter/print.ts';
import type { ConversationQuery } from '#core/model/cards.ts';
import { seqOf } from '#core/units.ts';
import { RequestFailed, type Backend } from '../../inspector-ui/backends/backend.ts';
import { createFileBackend } from '../../inspector-ui/backends/file.ts';
import { createNoServer } from '../../inspector-ui/backends/no-server.ts';
import { createServerBackend } from '../../inspector-ui/backends/server.ts';
import { importToMemory, type FoundRecording } from '../../proxy/cli/find-recording.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { chosenRecordings } from '../../proxy/server/library.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { filters } from '../core/filter/generated.ts';
import { rounds, someOf } from '../support/effort.ts';
import { silentFeed } from './fakes.ts';

const files = someOf(goldenRecordings(), 2);

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const picked = (name: string, content: Uint8Array | string, size = 50_000) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, chunks: () => inPieces(bytes, size), progress: () => 0.5 };
};

const ports = {
  rest: () => rest(),
  now: () => performance.now(),
  loadRegexes: async () => (await import('../../proxy/regex/linear-regex.ts')).compileRegex,
  urlOf: () => 'blob:of-the-page',
};

const page = () => createFileBackend(createNoServer(), ports);

const { signal: wanted } = new AbortController();

/** The result or the error of a request. Ignores revisions, which count writes to a database. */
async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await ask();
    return typeof answer === 'object' && answer && 'revision' in answer ? { ...answer, revision: 0 } : answer;
  } catch (cause) {
    return cause instanceof RequestFailed ? cause.status : cause;
  }
}

describe('a file in the page gives the same results as the server', () => {
  let found: readonly FoundRecording[] = [];
  let server: InspectorServer | undefined;
  let served: Backend;
  const own = page();

  beforeAll(async () => {
    found = await Promise.all(files.map(importToMemory));
    server = await startServer({
      library: chosenRecordings(found),
      page: resolve('inspector-ui'),
      port: 0,
      onWatched: () => {},
      onTrouble: () => {},
    });
    const { port, guard } = server;
    served = createServerBackend({
      fetch: (path, init) =>
        fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { authorization: `Bearer ${guard.token}` } }),
      ...silentFeed,
    });
    const ids = (await served.recordings()).map(({ id }) => id);
    for (const [index, path] of files.entries()) await own.files.open(picked(path, readFileSync(path)), ids[index]);
  });

  afterAll(async () => {
    await server?.close();
    for (const { store } of found) store.close();
  });

  /** The results of the page and of the server. */
  const both = async (ask: (backend: Backend) => Promise<unknown>) => [
    await answerOf(() => ask(own.backend)),
    await answerOf(() => ask(served)),
  ];
  const same = async (ask: (backend: Backend) => Promise<unknown>) => {
    const [mine, theirs] = await both(ask);
    expect(mine).toEqual(theirs);
  };

  test('for the list of recordings, but for their size in the database', async () => {
    const theirs = (await served.recordings()).map((summary) => ({ ...summary, size: null }));
    expect(await own.backend.recordings()).toEqual(theirs);
  });
  test.each(files.map((file, index) => [file, index] as const))('for every view of %s', async (_, index) => {
    const { id, total } = (await served.recordings())[index] ?? { id: '', total: 0 };
    await same((backend) => backend.turns(id, wanted));
    await same((backend) => backend.findings(id, '', wanted));
    await same((backend) => backend.report(id, wanted));
    await same((backend) => backend.stats(id, wanted));
    await same((backend) => backend.info(id, wanted));
    await same((backend) => backend.steps(id, wanted));
    for (const field of VALUE_FIELDS) await same((backend) => backend.values(id, field, wanted));
    for (let seq = 0; seq < total; seq += rounds(8, 1)) await same((backend) => backend.entry(id, seqOf(seq), wanted));
    expect(await both((backend) => backend.entry(id, seqOf(total), wanted))).toEqual([404, 404]);
  });

  const recordings = () => integer({ min: 0, max: files.length - 1 });
  const places = () => integer({ min: 0, max: 400 });
  const ats = () => oneof(record({ from: places() }), record({ around: places() }));
  const groups = subarray(Array.from({ length: 40 }, (_, no) => no));
  const queries = (): Arbitrary<string> =>
    oneof(
      constantFrom(
        '',
        'kind:request',
        'has:finding',
        't:0.1s..0.3s',
        'tool:*',
        'dur:>1ms',
        '/sess.on/i',
        'method:',
        'text:"a',
      ),
      filters().map(printFilter),
    );

  test('for rows with any filter and any opened and collapsed groups', async () => {
    const wholes: Arbitrary<RowQuery> = record({
      view: constantFrom('raw', 'folded'),
      q: queries(),
      opened: groups,
      collapsed: groups,
      at: ats(),
      count: integer({ min: 0, max: 200 }),
    });
    await assert(
      asyncProperty(recordings(), wholes, async (index, query) => {
        const { id } = (await served.recordings())[index] ?? { id: '' };
        await same((backend) => backend.rows(id, query, wanted));
      }),
      { numRuns: rounds(25, 200) },
    );
  });

  test('for seek, overview and findings', async () => {
    const seeks: Arbitrary<SeekQuery> = record({
      q: queries(),
      from: integer({ min: -1, max: 400 }),
      step: constantFrom(1, -1),
      wrap: boolean(),
    }).filter(({ from, step }) => from >= 0 || step === 1);
    await assert(
      asyncProperty(recordings(), seeks, integer({ min: 1, max: 900 }), async (index, seek, buckets) => {
        const { id } = (await served.recordings())[index] ?? { id: '' };
        await same((backend) => backend.seek(id, seek, wanted));
        await same((backend) => backend.overview(id, seek.q, buckets, wanted));
        await same((backend) => backend.findings(id, seek.q, wanted));
      }),
      { numRuns: rounds(12, 100) },
    );
  });

  test('for the conversation with any filter', async () => {
    const wholes: Arbitrary<Omit<ConversationQuery, 'session'>> = record({
      q: queries(),
      at: ats(),
      count: integer({ min: 0, max: 100 }),
    });
    await assert(
      asyncProperty(recordings(), wholes, boolean(), async (index, query, isOfOne) => {
        const { id } = (await served.recordings())[index] ?? { id: '' };
        const { sessions } = await served.conversation(id, { ...query, q: '', session: undefined }, wanted);
        const session = isOfOne ? (sessions.at(-1) ?? 'no such session') : undefined;
        await same((backend) => backend.conversation(id, { ...query, session }, wanted));
        const from = 'around' in query.at ? query.at.around : -1;
        await same((backend) => backend.seekCard(id, { session, q: query.q, text: 'E', from, step: 1 }, wanted));
      }),
      { numRuns: rounds(12, 100) },
    );
  });

  test('for a copy in every form', async () => {
    const query: Arbitrary<ShareQuery> = record({
      as: constantFrom(...SHARE_FORMS),
      of: constantFrom(...SHARE_SCOPES),
      q: queries(),
      seq: oneof(constantFrom(null), integer({ min: 0, max: 60 })),
      redact: boolean(),
    });
    await assert(
      asyncProperty(recordings(), query, async (index, asked) => {
        const { id } = (await served.recordings())[index] ?? { id: '' };
        await same((backend) => backend.share(id, asked, wanted));
      }),
      { numRuns: rounds(10, 60) },
    );
  });
});

describe('an opened file', () => {
  const HEADER =
    '{"acptap":1,"id":"x","startedAt":"2026-11-21T12:00:00.000Z","command":[],"cwd":"/","redacted":true}\n';

  test.each([
    ['not-a-recording.jsonl', '{"a":1}\n', 'not a recording: its first line has no "acptap" format number'],
    ['empty.jsonl', '', 'the file is empty'],
    ['text.jsonl', 'hello\n', 'line 1 of the recording is not a JSON object'],
    ['newer.jsonl', HEADER.replace('1', '99'), 'the recording has format 99, this acptap reads up to 1'],
    ['damaged.jsonl', `${HEADER}{"t":1,"event":"spawn"}\n\n{"t":\n`, 'line 4 of the recording is not JSON'],
    ['bytes.jsonl', Uint8Array.of(0x7b, 0xff, 0x0a), 'line 1 of the recording is no valid UTF-8'],
    [
      'deep.jsonl',
      `${HEADER}{"t":1,"from":"agent","json":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`,
      'line 2 of the recording has a "json" that is nested too deeply',
    ],
  ])('that is not a recording is rejected with the reason: %s', async (name, content, problem) => {
    const { files: opening, backend } = page();
    expect(await opening.open(picked(name, content))).toBeUndefined();
    expect(opening.opening.value).toMatchObject([{ name, problem: expect.stringContaining(problem) as string }]);
    expect(await backend.recordings()).toEqual([]);
    opening.dismiss(name);
    expect(opening.opening.value).toEqual([]);
  });

  test('is in the list of recordings until it is closed, with an event for both', async () => {
    const { files: own, backend } = page();
    const told: unknown[] = [];
    backend.listen((event) => told.push(event.kind));
    expect(await own.open(picked('one.acp.jsonl', HEADER))).toBe('file:one.acp.jsonl');
    expect((await backend.recordings()).map(({ id }) => id)).toEqual(['file:one.acp.jsonl']);
    expect([...own.opened.value]).toEqual([['file:one.acp.jsonl', 'one.acp.jsonl']]);
    own.close('file:one.acp.jsonl');
    expect(await backend.recordings()).toEqual([]);
    expect([told, own.opened.value.size]).toEqual([['recordings', 'removed'], 0]);
  });

  test('is read again when it is opened again, beside other files', async () => {
    const { files: own, backend } = page();
    await own.open(picked('one.acp.jsonl', HEADER));
    await own.open(picked('two.acp.jsonl', HEADER));
    await own.open(picked('one.acp.jsonl', `${HEADER}{"t":5,"event":"spawn","pid":1}\n`));
    expect((await backend.recordings()).map(({ id, total }) => [id, total])).toEqual([
      ['file:one.acp.jsonl', 1],
      ['file:two.acp.jsonl', 0],
    ]);
  });

  test('with the name of another recording stands beside it, and its own later state replaces it', async () => {
    const { files: opened, backend } = page();
    const [one = '', two = ''] = goldenRecordings().map((path) => readFileSync(path, 'utf8'));
    const ids: unknown[] = [];
    for (const content of [one, two, two, one]) ids.push(await opened.open(picked('a.acp.jsonl', content)));
    expect(ids).toEqual(['file:a.acp.jsonl', 'file:a.acp.jsonl (2)', 'file:a.acp.jsonl (2)', 'file:a.acp.jsonl']);
    expect([...opened.opened.value.values()]).toEqual(['a.acp.jsonl', 'a.acp.jsonl (2)']);
    expect((await backend.recordings()).length).toBe(2);
  });

  test('yields to the page while it is read, reports progress, and stops when it is closed', async () => {
    const lines = Array.from({ length: 300 }, (_, t) => `{"t":${t},"event":"x"}\n`).join('');
    let time = 0;
    let rests = 0;
    const { files: own } = createFileBackend(createNoServer(), {
      ...ports,
      now: () => (time += 10),
      rest: () => {
        rests += 1;
        if (rests === 5) own.dismiss('slow.acp.jsonl');
        return rest();
      },
    });
    const counts: number[] = [];
    own.opening.subscribe((opening) => counts.push(...opening.map(({ entries }) => entries)));
    expect(await own.open(picked('slow.acp.jsonl', HEADER + lines))).toBeUndefined();
    expect(own.opening.value).toEqual([]);
    expect(rests).toBe(5);
    expect(counts.length).toBeGreaterThan(4);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  });

  test('with __proto__ in it changes no object', async () => {
    const { files: own, backend } = page();
    const json =
      '{"jsonrpc":"2.0","method":"_x","params":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    const text = JSON.stringify(`${json}\n`);
    await own.open(
      picked(
        'p.acp.jsonl',
        `${HEADER}{"t":1,"from":"agent","text":${text},"__proto__":{"polluted":1}}\n{"t":2,"event":"__proto__","__proto__":{"polluted":1}}\n`,
      ),
    );
    expect(await backend.rows('file:p.acp.jsonl', ROWS, wanted)).toMatchObject({ total: 2 });
    expect((await backend.entry('file:p.acp.jsonl', seqOf(0), wanted)).text).toBe(`${json}\n`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

const ROWS: RowQuery = { view: 'folded', q: '', opened: [], collapsed: [], at: { from: 0 }, count: 10 };
