import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
import { RequestFailed, type Backend } from '../../../inspector-ui/backends/backend.ts';
import { createServerBackend } from '../../../inspector-ui/backends/server.ts';
import { importToMemory, type FoundRecording } from '../../../proxy/cli/recordings/find-recording.ts';
import { startServer, type InspectorServer } from '../../../proxy/server/app.ts';
import { chosenRecordings } from '../../../proxy/server/library.ts';
import { goldenRecordings } from '../../../scripts/golden-text.ts';
import { filters } from '../../core/filter/generated.ts';
import { rounds, someOf } from '../../support/effort.ts';
import { silentFeed } from '../fakes.ts';
import { page, picked } from '../file-page.ts';

const files = someOf(goldenRecordings(), 10);

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
    for (let seq = 0; seq < total; seq += rounds(16, 1)) await same((backend) => backend.entry(id, seqOf(seq), wanted));
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
      { numRuns: rounds(12, 200) },
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
      { numRuns: rounds(6, 100) },
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
      { numRuns: rounds(6, 100) },
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
      { numRuns: rounds(5, 60) },
    );
  });
});
