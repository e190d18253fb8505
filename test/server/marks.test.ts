import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveMessage } from '#core/contract/api.ts';
import { UNDO_MS, type Removal } from '#core/contract/marks.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { changeable } from '../../proxy/server/change-recordings.ts';
import { SUBPROTOCOL } from '../../proxy/server/guard.ts';
import { wholeDatabase, type Library } from '../../proxy/server/library.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { header } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';

let store: Store;
let server: InspectorServer;
/** Timers that were started; a cancelled one is undefined. */
let timers: ((() => void) | undefined)[];
let time: number;
let removed: string[];
let failure: string | undefined;

function record(id: string, isLive = false): void {
  const { no } = store.write.begin(header({ id }));
  if (!isLive) store.write.abandon(no);
}

const serve = async (library: Library): Promise<InspectorServer> => {
  const started = await startServer({
    library,
    page: import.meta.dirname,
    port: 0,
    onWatched: () => {},
    onTrouble: () => {},
  });
  onTestFinished(() => started.close());
  return started;
};

beforeEach(async () => {
  store = openStore(MEMORY);
  onTestFinished(() => store.close());
  [timers, time, removed, failure] = [[], 1_000_000, [], undefined];
  for (const id of ['one', 'two']) record(id);
  const ports = {
    remove: async (id: string) => {
      if (failure !== undefined) throw new Error(failure);
      removed.push(id);
      const [found] = store.read.find(id);
      if (found) store.write.remove(found.no, { pid: process.pid, started: undefined });
    },
    now: () => time,
    startTimer(_ms: number, run: () => void) {
      const at = timers.push(run) - 1;
      return () => void (timers[at] = undefined);
    },
  };
  server = await serve(
    changeable(
      wholeDatabase(() => store),
      ports,
    ),
  );
});

const ask = async (path: string, verb?: object): Promise<readonly [number, unknown]> => {
  const origin = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${server.guard.token}`, origin };
  const response = await fetch(
    `${origin}/api/recordings${path}`,
    verb === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(verb) },
  );
  return [response.status, await response.json()];
};
const mark = (id: string, verb: object) => ask(`/${id}/marks`, verb);
const summaryOf = async (id: string) => (await ask(`/${id}`))[1] as RecordingSummary;
const listed = async () => ((await ask(''))[1] as RecordingSummary[]).map(({ id }) => id).toSorted();

/** A page that is open: its list of recordings, and the removals that it can undo. */
function openPage() {
  const address = `ws://127.0.0.1:${server.port}/api/live`;
  const origin = `http://127.0.0.1:${server.port}`;
  const socket = new WebSocket(address, [SUBPROTOCOL, server.guard.token], { origin });
  onTestFinished(() => socket.terminate());
  const page = { known: new Map<string, RecordingSummary>(), removals: undefined as readonly Removal[] | undefined };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as LiveMessage;
    if (message.kind === 'recordings') for (const each of message.recordings) page.known.set(each.id, each);
    if (message.kind === 'removed') for (const id of message.ids) page.known.delete(id);
    if (message.kind === 'removals') page.removals = message.recordings;
  });
  return page;
}

describe('marks over HTTP', () => {
  test('pins, names and comments a recording, as the commands do, and every page gets it', async () => {
    const page = openPage();
    await waitFor('the list', () => page.known.size === 2 || undefined);
    expect(page.removals).toEqual([]);
    expect(await mark('one', { do: 'pin', isPinned: true })).toEqual([200, {}]);
    expect(await mark('one', { do: 'name', name: 'login hangs' })).toEqual([200, {}]);
    expect(await mark('one', { do: 'comment', text: ' the first ' })).toEqual([200, {}]);
    expect(await mark('one', { do: 'comment', text: 'the second' })).toEqual([200, {}]);
    expect(await mark('one', { do: 'uncomment', index: 0, text: 'the first' })).toEqual([200, {}]);
    const marks = { pinned: true, name: 'login hangs', comments: ['the second'] };
    expect(await summaryOf('one')).toMatchObject(marks);
    await waitFor('the marks', () => page.known.get('one')?.comments[0] === 'the second' || undefined);
    expect(page.known.get('one')).toMatchObject(marks);
    expect(await mark('one', { do: 'name', name: null })).toEqual([200, {}]);
    expect(await mark('one', { do: 'pin', isPinned: false })).toEqual([200, {}]);
    expect(await summaryOf('one')).toMatchObject({ pinned: false, name: null });
    await waitFor('later marks', () => page.known.get('one')?.pinned === false || undefined);
  });

  test('refuses names and comments that the commands refuse, with the reason', async () => {
    for (const [verb, reason] of [
      [{ do: 'name', name: 'latest~1' }, /newest recording/],
      [{ do: 'name', name: 'a\nb' }, /control characters/],
      [{ do: 'name', name: '/etc/passwd' }, /path/], // whether such a file exists or not
      [{ do: 'name', name: 'no/such/file' }, /path/],
      [{ do: 'name', name: 'two' }, /id of another/],
      [{ do: 'comment', text: '  ' }, /empty/],
      [{ do: 'comment', text: 'x'.repeat(2001) }, /2001 characters/],
      [{ do: 'uncomment', index: 3, text: 'x' }, /no longer there/],
      [{ do: 'comment-entry', seq: 0, text: ' ' }, /empty/],
      [{ do: 'comment-entry', seq: 99, text: 'x' }, /no entry 99/],
      [{ do: 'restore' }, /cannot be restored/],
    ] as const)
      expect(await mark('one', verb)).toEqual([409, { error: expect.stringMatching(reason) }]);
    expect(await summaryOf('one')).toMatchObject({ name: null, comments: [], pinned: false });
  });

  test('answers 400 to unknown verbs', async () => {
    for (const verb of [
      {},
      { do: 'erase' },
      { do: 'pin' },
      { do: 'name' },
      { do: 'comment', text: { a: 1 } },
      { do: 'uncomment', index: -1, text: 'x' },
      { do: 'pin', isPinned: [] },
      { do: 'comment-entry', text: 'x' },
      { do: 'comment-entry', seq: -1, text: 'x' },
    ])
      expect([verb, (await mark('one', verb))[0]]).toEqual([verb, 400]);
    expect(await summaryOf('one')).toMatchObject({ name: null, comments: [], pinned: false });
  });

  test('knows no recording by the beginning of its id', async () => {
    expect((await mark('on', { do: 'pin', isPinned: true }))[0]).toBe(404);
  });

  test('changes nothing where the recordings were chosen', async () => {
    server = await serve(wholeDatabase(() => store));
    expect((await mark('one', { do: 'pin', isPinned: true }))[0]).toBe(409);
    expect(await summaryOf('one')).toMatchObject({ pinned: false });
  });
});

describe('a removal', () => {
  test('hides the recording on every page at once, and is final after its time', async () => {
    const page = openPage();
    await waitFor('the list', () => page.known.size === 2 || undefined);
    expect(await mark('one', { do: 'remove' })).toEqual([200, {}]);
    await waitFor('the removal', () => page.removals?.length === 1 || undefined);
    expect(page.removals).toMatchObject([{ id: 'one', until: time + UNDO_MS, problem: null }]);
    expect([await listed(), removed, page.known.has('one')]).toEqual([['two'], [], false]);
    expect(store.read.recordings().length).toBe(2); // commands still know it
    time += UNDO_MS;
    timers[0]?.();
    await waitFor('its end', () => page.removals?.length === 0 || undefined);
    expect([await listed(), removed, store.read.recordings().length]).toEqual([['two'], ['one'], 1]);
  });

  test('can be undone within its time, not later', async () => {
    await mark('one', { do: 'remove' });
    await mark('one', { do: 'remove' }); // twice is once
    expect(await mark('one', { do: 'restore' })).toEqual([200, {}]);
    expect([await listed(), timers]).toEqual([['one', 'two'], [undefined]]);
    await mark('one', { do: 'remove' });
    time += UNDO_MS;
    expect((await mark('one', { do: 'restore' }))[0]).toBe(409);
    expect(await listed()).toEqual(['two']);
  });

  test('is cancelled by the end of the server', async () => {
    await mark('one', { do: 'remove' });
    await server.close();
    expect([timers, removed]).toEqual([[undefined], []]);
  });

  test('that fails says why, and can be undone', async () => {
    failure = 'the disk is full';
    await mark('one', { do: 'remove' });
    time += UNDO_MS;
    timers[0]?.();
    const page = openPage();
    await waitFor('the problem', () => page.removals?.[0]?.problem ?? undefined);
    expect(page.removals).toMatchObject([{ id: 'one', problem: 'the disk is full' }]);
    expect(await mark('one', { do: 'restore' })).toEqual([200, {}]);
    expect(await listed()).toEqual(['one', 'two']);
  });

  test('of a recording that another process removed meanwhile is over', async () => {
    const page = openPage();
    await mark('one', { do: 'remove' });
    await waitFor('the removal', () => page.removals?.length === 1 || undefined);
    const [found] = store.read.find('one');
    store.write.remove(found?.no ?? 0, { pid: process.pid, started: undefined });
    await mark('two', { do: 'pin', isPinned: true }); // the feed looks again
    await waitFor('its end', () => page.removals?.length === 0 || undefined);
    expect((await mark('one', { do: 'restore' }))[0]).toBe(404);
  });

  test('is refused for a live recording, and for an id that a command could take for something else', async () => {
    record('live', true);
    for (const id of ['latest', '-rf', 'a b', '../x', 'latest~1']) record(id);
    for (const id of ['live', 'latest', '-rf', 'a b', '../x', 'latest~1'])
      expect((await mark(encodeURIComponent(id), { do: 'remove' }))[0]).toBe(409);
    expect(timers).toEqual([]);
  });
});
