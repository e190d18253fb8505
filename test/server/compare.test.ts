import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import type { Comparison, Steps } from '#core/model/compare.ts';
import { createStepsReader } from '#core/queries/steps-reader.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { chosenRecordings, type LibraryRecording } from '../../proxy/server/library.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { compared, folded } from '../core/compare/fold.ts';
import { header } from '../support/recording-file.ts';
import { CONVERSATION, growingRecording, says, ports, stillWanted } from './library-recording.ts';

const OTHER = CONVERSATION.replace(says('three'), says('four')).replace('/work', '/elsewhere');

const chosen = (transcript: string, recording: string) =>
  folded(parseTranscript(transcript), { kind: 'all' }, '/work', recording);

describe('the server', () => {
  let store: Store;
  let server: InspectorServer;

  beforeAll(async () => {
    store = openStore(MEMORY);
    const stored = Object.entries({ one: CONVERSATION, other: OTHER }).map(([id, transcript]) => {
      const { no } = store.write.begin(header({ id }));
      const fold = createFold();
      for (const entry of parseTranscript(transcript)) fold.apply(entry);
      store.write.append(no, { ...fold.take(), from: 0, to: 0 });
      const summary = store.read.summary(no);
      if (!summary) throw new Error('just written');
      return { store, no, summary };
    });
    server = await startServer({
      library: chosenRecordings(stored),
      page: import.meta.dirname,
      port: 0,
      onWatched: () => {},
      onTrouble: () => {},
    });
  });
  afterAll(async () => {
    await server.close();
    store.close();
  });

  async function ask(path: string): Promise<readonly [number, unknown]> {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
      headers: { authorization: `Bearer ${server.guard.token}` },
    });
    return [response.status, await response.json()];
  }

  test('returns the same comparison as the engine', async () => {
    const [status, comparison] = (await ask('compare?left=one&right=other')) as readonly [number, Comparison];
    expect([status, comparison]).toEqual([200, compared(chosen(CONVERSATION, 'one'), chosen(OTHER, 'other'))]);
    expect(comparison.turns.map(({ isSame }) => isSame)).toEqual([true, true, false]);
  });

  test('compares two turns of one recording', async () => {
    const [, comparison] = await ask('compare?left=one&leftPart=turn-1&right=one&rightPart=turn-2');
    expect((comparison as Comparison).turns).toMatchObject([{ left: { turn: 1 }, right: { turn: 2 }, isSame: false }]);
  });

  test('returns the steps of a recording, for comparison with a file in the page', async () => {
    const [status, steps] = (await ask('recordings/one/steps')) as readonly [number, Steps];
    expect([status, steps]).toEqual([200, chosen(CONVERSATION, 'one').steps]);
  });

  test.each([
    ['compare', 400],
    ['compare?left=one', 400],
    ['compare?left=one&left=other&right=other', 400],
    ['compare?left=one&right=other&leftPart=turn', 400],
    ['compare?left=one&right=other&leftPart=turn-7', 404],
    ['compare?left=one&right=other&rightPart=session-2', 404],
    ['compare?left=one&right=nobody', 404],
    ['compare?left=nobody&right=nowhere', 404],
    ['recordings/nobody/steps', 404],
  ])('answers %s with %i and the reason', async (path, status) => {
    expect(await ask(path)).toEqual([status, { error: expect.any(String) as string }]);
  });
});

describe('cached steps', () => {
  const source = ({ store, no }: LibraryRecording, key = 'r') => storeSource(store, no, key);

  test('are folded once, and again after the recording grew', async () => {
    const { recording, append } = growingRecording();
    const entries = [...parseTranscript(CONVERSATION)];
    append(entries.slice(0, 5));
    const steps = createStepsReader(ports);
    const [one, same] = await Promise.all([
      steps(source(recording), stillWanted),
      steps(source(recording), stillWanted),
    ]);
    expect(same).toBe(one);
    append(entries.slice(5));
    expect(await steps(source(recording), stillWanted)).toEqual(chosen(CONVERSATION, 'r').steps);
  });

  test('are not reused for another recording with the same number', async () => {
    const { recording, append } = growingRecording();
    append(parseTranscript(CONVERSATION));
    const steps = createStepsReader(ports);
    expect(await steps(source(recording, 'later'), stillWanted)).not.toBe(
      await steps(source(recording, 'before'), stillWanted),
    );
  });

  test('are folded again after the store has failed', async () => {
    const { recording, append } = growingRecording();
    append(parseTranscript(CONVERSATION));
    const { read } = recording.store;
    let fails = true;
    const entries: typeof read.entries = (...asked) => {
      if (fails) throw new Error('the disk is gone');
      return read.entries(...asked);
    };
    const moody = { ...recording, store: { ...recording.store, read: { ...read, entries } } };
    const steps = createStepsReader(ports);
    await expect(steps(source(moody), stillWanted)).rejects.toThrow('the disk is gone');
    fails = false;
    expect(await steps(source(moody), stillWanted)).toEqual(chosen(CONVERSATION, 'r').steps);
  });

  test('are folded again after the request that started them was cancelled', async () => {
    const { recording, append } = growingRecording();
    append(parseTranscript(CONVERSATION));
    let now = 0;
    const steps = createStepsReader({ rest: async () => {}, now: () => (now += 100) });
    let isWanted = true;
    const cancelled = steps(source(recording), () => isWanted);
    const other = steps(source(recording), stillWanted);
    isWanted = false;
    expect(await cancelled).toBeUndefined();
    expect(await other).toEqual(chosen(CONVERSATION, 'r').steps);
  });
});
