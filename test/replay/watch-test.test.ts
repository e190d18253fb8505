import { describe, expect, test } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import type { NodeTestContext } from '../../proxy/replay/running-test.ts';
import { madeUpTest } from '../support/made-up-test.ts';
import { bytesOf, CLIENT, turn } from './turn.ts';

/** A replay in a test, to a client that has said so many of its lines, and perhaps something else. */
async function replayIn(context: ReplayOptions['test'], lines: number, other?: string) {
  const agent = replayAgent(turn(), { ...(context ? { test: context } : {}), personTimeout: undefined });
  const said = [...CLIENT.slice(0, lines), ...(other === undefined ? [] : [other])];
  if (said.length > 0) await agent.writable.getWriter().write(bytesOf(said.join('\n')));
  return agent;
}

const WAITED =
  /^when the test ended, the replay waited for the client to answer session\/request_permission \(entry 9\), for \d+ ms, since /;

describe('a test that failed', () => {
  test('shows what differed in front of what the client made of it', async () => {
    const { context, ends } = madeUpTest();
    await replayIn(context, 1, '> 7 session/list {}');
    const [first, ...others] = await ends(['acptap replay: the recording expects session/new …']);
    expect(first).toMatch(
      /^the replay diverged \(.*\)\n\nthe recording expects session\/new "\/work" next \(entry 2\), the client sent session\/list/,
    );
    expect(others).toEqual(['acptap replay: the recording expects session/new …']);
  });

  test('says it once where the test has said it', async () => {
    const { context, ends } = madeUpTest();
    const agent = await replayIn(context, 1, '> 7 session/list {}');
    const error = await agent.finished().catch((cause: unknown) => cause);
    const { message } = error as Error; // a ReplayDivergence
    expect(await ends([message])).toEqual([message]);
  });

  test('shows what the replay was waiting for, in front when the time was up', async () => {
    const timedOut = madeUpTest();
    await replayIn(timedOut.context, 4);
    expect(await timedOut.ends(['Test timed out in 5000ms.'])).toEqual([
      expect.stringMatching(WAITED),
      'Test timed out in 5000ms.',
    ]);
    const failed = madeUpTest();
    await replayIn(failed.context, 4);
    expect(await failed.ends(['expected 1 to be 2'])).toEqual(['expected 1 to be 2', expect.stringMatching(WAITED)]);
  });

  test('does not say that a client could have gone on', async () => {
    const { context, ends } = madeUpTest();
    await replayIn(context, 2);
    expect(await ends(['expected 1 to be 2'])).toEqual(['expected 1 to be 2']);
  });
});

describe('a test that passed', () => {
  test('fails when it did not await finished()', async () => {
    const { context, ends } = madeUpTest();
    const agent = await replayIn(context, 4);
    void agent.finished();
    await expect(ends()).rejects.toThrow(
      /^the test ended before finished\(\) was awaited: write "await" in front of it; the replay still waits for the client to answer/,
    );
  });

  test('fails when finished() was awaited elsewhere, and has not come', async () => {
    const { context, ends } = madeUpTest();
    const agent = await replayIn(context, 4);
    void agent.finished().catch(() => {});
    await expect(ends()).rejects.toThrow('the test ended before finished() was awaited');
  });

  test('fails when finished() has thrown and nobody looked', async () => {
    const { context, ends } = madeUpTest();
    const agent = await replayIn(context, 1, '> 7 session/list {}');
    void agent.finished();
    await agent.ended;
    await expect(ends()).rejects.toThrow('the test ended before finished() was awaited');
  });

  test('passes when it awaited finished(), whichever way', async () => {
    const { context, ends } = madeUpTest();
    const agent = await replayIn(context, CLIENT.length);
    const finished = agent.finished();
    expect(finished).toBeInstanceOf(Promise);
    expect(await finished).toMatchObject({ outcome: 'complete' });
    expect(await agent.finished().then(({ outcome }) => outcome)).toBe('complete');
    expect((await agent.finished().finally(() => {})).outcome).toBe('complete');
    expect(await Promise.all([agent.finished(), agent.ended])).toHaveLength(2);
    expect(await ends()).toEqual([]);
  });

  test('passes when it did not ask', async () => {
    const { context, ends } = madeUpTest();
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
  expect(told).toEqual([expect.stringMatching(WAITED)]);
});
