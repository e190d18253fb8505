import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { LARGE_UPDATE, recordLarge } from '../support/large-frames.ts';
import { fileText, header, temporaryFile } from '../support/recording-file.ts';

let store: Store;
let server: InspectorServer;

beforeAll(async () => {
  store = openStore(MEMORY);
  const transcript =
    '> 1 session/new {"cwd":"/w"}\n< 1 ok {"sessionId":"s"}\n> 2 session/prompt {"sessionId":"s","prompt":[]}';
  const fold = createFold();
  for (const entry of parseTranscript(transcript)) fold.apply(entry);
  store.write.append(store.write.begin(header({ id: 'r' })).no, { ...fold.take(), from: 0, to: 0 });
  const library = wholeDatabase(() => store);
  server = await startServer({ library, page: import.meta.dirname, port: 0, onWatched: () => {}, onTrouble: () => {} });
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

describe('the timeline over HTTP', () => {
  test('returns raw rows from the beginning by default', async () => {
    const [status, raw] = await ask('r/rows');
    expect([status, raw]).toMatchObject([
      200,
      { from: 0, total: 3, entries: 3, shown: 3, rows: [{ seq: 0, group: null }, {}, {}] },
    ]);
    const [, folded] = await ask('r/rows?view=folded&q=kind:response&opened=0&count=2&around=0');
    expect(folded).toMatchObject({
      index: 1,
      from: 0,
      rows: [{ group: { no: 0, isOpened: true } }, { seq: 1, group: null, level: 1 }],
    });
  });

  test('seeks, counts, and lists turns and values', async () => {
    expect(await ask('r/seek?q=kind:request&from=0&step=1')).toEqual([200, { seq: 2, ordinal: 2, count: 2 }]);
    expect(await ask('r/seek?q=kind:request&from=0&step=-1&wrap=1')).toEqual([200, { seq: 2, ordinal: 2, count: 2 }]);
    expect(await ask('r/overview?buckets=2')).toMatchObject([200, { duration: 3000, buckets: [{}, {}] }]);
    expect(await ask('r/turns')).toMatchObject([200, [{ number: 1, first: 2, outcome: null }]]);
    expect(await ask('r/turns?to=1')).toEqual([200, []]);
    expect(await ask('r/values?field=session')).toEqual([200, [{ value: 's', count: 2 }]]);
  });

  test('reports the position of a mistake in a filter', async () => {
    for (const path of ['rows', 'seek', 'overview'])
      expect(await ask(`r/${path}?q=${encodeURIComponent('kind:request methud:x')}`)).toEqual([
        400,
        { error: expect.stringContaining('methud'), start: 13, end: 19 },
      ]);
    const [, refused] = await ask(`r/rows?q=${encodeURIComponent('/(?=a)/')}`);
    expect(refused).toMatchObject({ error: expect.stringContaining('look-ahead') });
  });

  test('limits the number of opened groups to the documented one', async () => {
    expect(await ask(`r/rows?opened=${'1,'.repeat(499)}1`)).toMatchObject([200, { total: 3 }]);
    expect(await ask(`r/rows?opened=${'1,'.repeat(500)}1`)).toEqual([
      400,
      { error: expect.stringContaining('opened has at most 500 whole numbers') },
    ]);
  });

  test.each([
    'rows?from=x',
    'rows?count=501',
    'rows?view=other',
    'rows?opened=1,,2',
    'rows?q=a&q=b',
    'seek?step=2',
    'seek?from=-2',
    'overview?buckets=0',
    'overview?buckets=1001',
    'values?field=text',
    'values',
  ])('refuses %s instead of guessing', async (path) => {
    const [status, answer] = await ask(`r/${path}`);
    expect([status, answer]).toEqual([400, { error: expect.any(String) }]);
  });

  test.each(['rows', 'seek', 'overview', 'turns', 'values?field=method'])(
    'answers %s of an unknown recording with 404',
    async (path) => {
      expect(await ask(`gone/${path}`)).toEqual([404, { error: 'there is no recording gone' }]);
    },
  );
});

test('the download of a frame above the limit has all its bytes, unless only its beginning is known', async () => {
  const no = recordLarge(store);
  const download = (id: string) =>
    fetch(`http://127.0.0.1:${server.port}/api/recordings/${id}/entries/8/bytes`, {
      headers: { authorization: `Bearer ${server.guard.token}` },
    });
  expect(Buffer.from(await (await download('large')).arrayBuffer()).equals(LARGE_UPDATE)).toBe(true);
  const { isBeginning, cut, text } = store.read.detail(no, 8)!;
  expect([isBeginning, cut, text?.length]).toEqual([undefined, true, 65_536]);

  const copy = fileText(store.read.entries(no), header({ id: 'copy' }));
  const imported = await importFile(store, temporaryFile(copy));
  expect(store.read.detail(imported.no, 8)).toMatchObject({ isBeginning: true, cut: true });
  const refused = await download('copy');
  expect([refused.status, await refused.json()]).toMatchObject([
    404,
    { error: expect.stringContaining('only its beginning') },
  ]);
});
