import { describe, expect, test } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import type { NodeTestContext } from '../../proxy/replay/running-test.ts';
import { fakeTest } from '../support/fake-test.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

/** A replay in a test, to a client that has sent this many of its lines, and then perhaps `other`. */
async function replayIn(context: ReplayOptions['test'], lines: number, other?: string) {
  const agent = replayAgent(turn(), { ...(context ? { test: context } : {}), personTimeout: undefined });
  const said = [...CLIENT.slice(0, lines), ...(other === undefined ? [] : [other])];
  if (said.length > 0) await agent.writable.getWriter().write(bytesOf(said.join('\n')));
  return agent;
}

const WAITED =
  /^when the test ended, the replay waited for the client to answer session\/request_permission \(#9\), for \d+ ms; the wait began [^]*\nCaused by: Test timed out in 5000ms\.$/;

describe('a test that failed', () => {
  test('shows the divergence before the client’s own error', async () => {
    const { context, ends } = fakeTest();
    await replayIn(context, 1, '> 7 session/list {}');
    expect(await ends(['acptap replay: the recording expects session/new …'])).toEqual([
      expect.stringMatching(
        /^the recording expects session\/new "\/work" next \(#2\), the client sent session\/list\n[^]*the replay diverged [^]*\nCaused by: acptap replay: the recording expects session\/new …$/,
      ),
    ]);
  });

  test('shows a divergence only once', async () => {
    const { context, ends } = fakeTest();
    const agent = await replayIn(context, 1, '> 7 session/list {}');
    const error = await agent.finished().catch((cause: unknown) => cause);
    const { message } = error as Error; // a ReplayDivergence
    expect(await ends([message])).toEqual([message]);
  });

  test('shows the missing message, first after a timeout', async () => {
    const timedOut = fakeTest();
    await replayIn(timedOut.context, 4);
    expect(await timedOut.ends(['Test timed out in 5000ms.'])).toEqual([expect.stringMatching(WAITED)]);
    const failed = fakeTest();
    await replayIn(failed.context, 4);
    expect(await failed.ends(['expected 1 to be 2'])).toEqual([
      expect.stringMatching(
        /^expected 1 to be 2\nCaused by: when the test ended, the replay waited for the client to answer /,
      ),
    ]);
  });

  test('names a frame that frame() delays, and not one that waits for its recorded time', async () => {
    const delayed = fakeTest();
    const agent = replayAgent(turn(), { test: delayed.context, frame: (_, wire) => wire.delay(60_000) });
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 1).join('\n')));
    const words = 'the time to send the answer to initialize (#1), ';
    expect(agent.waitingFor()).toMatch(
      /^the time to send the answer to initialize \(#1\), [\d.]+ s from now, because frame\(\) delays it$/,
    );
    expect(await delayed.ends(['expected 1 to be 2'])).toEqual([
      expect.stringContaining(`\nCaused by: when the test ended, the replay waited for ${words}`),
    ]);
    agent.stop();
    const slow = fakeTest();
    const paced = replayAgent(turn(), { test: slow.context, speed: 0.000001 });
    await paced.writable.getWriter().write(bytesOf(CLIENT.slice(0, 1).join('\n')));
    expect(paced.waitingFor()).toMatch(
      /^the time to send the answer to initialize \(#1\), .* from now, at this speed$/,
    );
    expect(await slow.ends(['expected 1 to be 2'])).toEqual(['expected 1 to be 2']);
    paced.stop();
  });

  test('does not name the client’s optional next move', async () => {
    const { context, ends } = fakeTest();
    await replayIn(context, 2);
    expect(await ends(['expected 1 to be 2'])).toEqual(['expected 1 to be 2']);
  });
});

describe('a test that passed', () => {
  test('fails when it did not await finished()', async () => {
    const { context, ends } = fakeTest();
    const agent = await replayIn(context, 4);
    void agent.finished();
    await expect(ends()).rejects.toThrow(
      /^the test ended before finished\(\) was awaited: write "await" in front of it; the replay still waits for the client to answer/,
    );
  });

  test('fails when finished() has not resolved', async () => {
    const { context, ends } = fakeTest();
    const agent = await replayIn(context, 4);
    void agent.finished().catch(() => {});
    await expect(ends()).rejects.toThrow('the test ended before finished() was awaited');
  });

  test('fails when finished() rejected without an await', async () => {
    const { context, ends } = fakeTest();
    const agent = await replayIn(context, 1, '> 7 session/list {}');
    void agent.finished();
    await agent.ended;
    await expect(ends()).rejects.toThrow('the test ended before finished() was awaited');
  });

  test('fails for an error of the client that no assertion looked at', async () => {
    const wrong = CLIENT.map((line) => line.replace('"cwd":"/work"', '"cwd":"work"'));
    const [one, other] = [fakeTest(), fakeTest()];
    const agents = [one, other].map(({ context }) => replayAgent(turn(), { test: context, verify: true }));
    for (const agent of agents) {
      await agent.writable.getWriter().write(bytesOf(wrong.join('\n')));
      await expect(agent.finished('toHaveReplayedCompletely()', true)).rejects.toThrow('the cwd');
    }
    await expect(agents[1]?.finished('toConform()')).rejects.toThrow('the cwd');
    await expect(one.ends()).rejects.toThrow(/^the cwd of session\/new is not absolute \(error of the client, /);
    await expect(other.ends()).resolves.toEqual([]);
  });

  test('passes when it awaited finished() in any way', async () => {
    const { context, ends } = fakeTest();
    const agent = await replayIn(context, CLIENT.length);
    const finished = agent.finished();
    expect(finished).toBeInstanceOf(Promise);
    expect(await finished).toMatchObject({ outcome: 'complete' });
    expect(await agent.finished().then(({ outcome }) => outcome)).toBe('complete');
    expect((await agent.finished().finally(() => {})).outcome).toBe('complete');
    expect(await Promise.all([agent.finished(), agent.ended])).toHaveLength(2);
    expect(await ends()).toEqual([]);
  });

  test('passes when it did not call finished()', async () => {
    const { context, ends } = fakeTest();
    await replayIn(context, 4);
    expect(await ends()).toEqual([]);
  });
});

test('with node:test, the divergence is the error, and the client’s error its cause', async () => {
  const acts: (() => Promise<void>)[] = [];
  const told: string[] = [];
  const cause = new Error('RequestError');
  const error = new Error('test failed', { cause });
  const context: NodeTestContext = {
    error,
    after: (act) => void acts.push(act),
    diagnostic: (text) => void told.push(text),
  };
  await replayIn(context, 1, '> 7 session/list {}');
  await replayIn(context, 4);
  for (const act of acts) await act();
  expect(error.cause).toMatchObject({ name: 'ReplayDivergence', cause });
  expect(told).toEqual([
    expect.stringContaining('the replay waited for the client to answer session/request_permission'),
  ]);
});
