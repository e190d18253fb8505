import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveMessage } from '#core/contract/api.ts';
import { createFold } from '#core/fold/fold.ts';
import { seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { createAgents, NO_AGENTS } from '../../proxy/server/agents.ts';
import { chosenRecordings, wholeDatabase } from '../../proxy/server/library.ts';
import { createLiveFeed } from '../../proxy/server/live.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { header, recordingFile } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';

function opened(path = join(temporaryFolder(), 'acptap.db')): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

/** A page as the feed sees it: the messages it received, and the code with which it was closed. */
function connectPage(feed: ReturnType<typeof createLiveFeed>) {
  const received: LiveMessage[] = [];
  const codes: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    send: (text: string) => void received.push(JSON.parse(text) as LiveMessage),
    close: (code: number) => void codes.push(code),
    terminate: () => {},
  });
  feed.add(socket as unknown as WebSocket); // has the members that the feed uses
  onTestFinished(() => void socket.emit('close'));
  return {
    received,
    codes,
    ask: (request: object) => void socket.emit('message', Buffer.from(JSON.stringify(request)), false),
  };
}

function feedOf(current: () => Store) {
  const troubles: unknown[] = [];
  const feed = createLiveFeed(wholeDatabase(current), createAgents(NO_AGENTS), {
    onWatched: () => {},
    onTrouble: (cause) => void troubles.push(cause),
  });
  return { feed, troubles };
}

describe('the live feed', () => {
  test('closes its pages when the database cannot be read, and reports the error', async () => {
    const store = opened();
    await importFile(store, recordingFile('> 1 _a'));
    const { feed, troubles } = feedOf(() => store);
    const { codes } = connectPage(feed);
    const other = new Database(store.path);
    other.exec('DROP TABLE digest');
    other.close();
    await waitFor('the page to be cut off', () => codes.length > 0);
    expect([codes[0], String(troubles[0])]).toEqual([1011, expect.stringContaining('digest')]);
    expect(connectPage(feed).codes).toEqual([1011]);
  });

  test('sends the state of a followed recording at once, and again after each change', async () => {
    const store = opened();
    const { no } = store.write.begin(header());
    const fold = createFold();
    const append = (transcript: string, from: number) => {
      for (const entry of parseTranscript(transcript)) fold.apply({ ...entry, seq: seqOf(entry.seq + from) });
      store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    };
    append('> 1 _a', 0);
    const { feed } = feedOf(() => store);
    const { received, ask } = connectPage(feed);
    const changes = () => received.filter((message) => message.kind === 'changed');
    ask({ kind: 'follow', recording: 'recorded' });
    expect(changes()).toEqual([{ kind: 'changed', recording: 'recorded', total: 1, revision: 1 }]);
    append('< 1 ok {}\n< | noise', 1);
    await waitFor('the change', () => changes().length > 1);
    expect(changes().slice(1)).toEqual([{ kind: 'changed', recording: 'recorded', total: 3, revision: 2 }]);
  });

  test('sends nothing about unchanged recordings, and nothing to pages that no longer follow', async () => {
    const store = opened();
    const { no } = store.write.begin(header());
    const fold = createFold();
    const { feed } = feedOf(() => store);
    const { received, ask } = connectPage(feed);
    ask({ kind: 'follow', recording: 'recorded' });
    await pause(100);
    expect(received.filter(({ kind }) => kind === 'changed')).toHaveLength(1);
    ask({ kind: 'unfollow' });
    for (const entry of parseTranscript('> 1 _a')) fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    await pause(100);
    expect(received.filter(({ kind }) => kind === 'changed')).toHaveLength(1);
  });

  test('shows another database that replaces the first', async () => {
    const [first, second] = [opened(), opened()];
    await importFile(first, recordingFile('> 1 _a', { id: 'first' }));
    await importFile(second, recordingFile('> 1 _a', { id: 'second' }));
    let store = first;
    const { feed } = feedOf(() => store);
    const { received } = connectPage(feed);
    await waitFor('the first recording', () => JSON.stringify(received).includes('"first"'));
    await pause(500); // until nothing is pending, so that only the change can be noticed
    store = second;
    await waitFor('the second recording', () => JSON.stringify(received).includes('"second"'));
    expect(received).toContainEqual({ kind: 'removed', ids: ['first'] });
  });
});

test('shows each of several chosen recordings with the same id', async () => {
  const [one, two] = [opened(), opened()];
  const found = await importFile(one, recordingFile('> 1 _a'));
  const copy = await importFile(two, recordingFile('> 1 _a\n> 2 _b'));
  const library = chosenRecordings([
    { store: one, ...found },
    { store: two, ...copy },
  ]);
  expect(library.all().map(({ summary: { id, total } }) => [id, total])).toEqual([
    ['recorded', 1],
    ['recorded~2', 2],
  ]);
  expect(library.find('recorded~2')?.store).toBe(two);
});

test('connects to an agent again for a page that opens after one has closed during the first connecting', () => {
  let connecting = 0;
  const agents = createAgents({ ids: () => ['a'], connect: () => (connecting++, new Promise(() => {})) });
  agents.watch();
  agents.unwatch();
  agents.watch();
  agents.unwatch();
  expect(connecting).toBe(2);
});
