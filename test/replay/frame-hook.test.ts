import { array, assert, asyncProperty, nat } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import type { AgentFrame, FrameHook } from '../../proxy/replay/player/frame-hook.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { ReplayDivergence } from '../../proxy/replay/report/replay-divergence.ts';
import { fakeTest } from '../support/fake-test.ts';
import { playRecordedClient, recordedEnds } from '../support/recorded-client.ts';
import { bytesOf, CLIENT, TURN } from './recorded-turn.ts';
import { rounds } from '../support/effort.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = '', ALLOW = ''] = CLIENT;

/** Replays the turn to a client that sends these lines; returns the replay and what the client received so far. */
async function played(
  frame: FrameHook,
  lines: readonly string[] = CLIENT,
  options: ReplayOptions = {},
  recordings = [TURN],
) {
  const got: string[] = [];
  const all = recordings.map((recording, index) => ({ id: `${index}`, entries: parseTranscript(recording) }));
  const agent = replayAgent(all, { frame, ...options });
  const read = (async () => {
    for await (const chunk of agent.readable) got.push(Buffer.from(chunk).toString());
  })();
  const writer = agent.writable.getWriter();
  for (const line of lines) await writer.write(bytesOf(line)).catch(() => {});
  return { agent, got, writer, read };
}

const messages = (got: readonly string[]) => got.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('frame()', () => {
  test('gets each frame of the agent once, in order, with its method, and passes it unchanged', async () => {
    const seen: unknown[] = [];
    const plain = await played(() => {});
    const { agent, got } = await played(({ seq, from, kind, method, sessionId }) => {
      seen.push([seq, from, kind, method, sessionId]);
    });
    expect(await agent.finished()).toMatchObject({ outcome: 'complete' });
    await plain.agent.finished();
    expect(got).toEqual(plain.got);
    expect(seen).toEqual([
      [1, 'agent', 'response', 'initialize', undefined],
      [3, 'agent', 'response', 'session/new', 's'],
      [5, 'agent', 'notification', 'session/update', 's'],
      [6, 'agent', 'request', 'fs/read_text_file', 's'],
      [8, 'agent', 'request', 'session/request_permission', 's'],
      [10, 'agent', 'response', 'session/prompt', 's'],
    ]);
  });

  test('does not get an answer to a request that the client left out', async () => {
    const seen: unknown[] = [];
    await played(({ seq }) => void seen.push(seq), [NEW], { onDivergence: 'follow' });
    expect(seen).toEqual([3]);
  });

  test('gives the same bytes however the client’s bytes are cut', async () => {
    const client = bytesOf(CLIENT.join('\n'));
    const run = async (cuts: readonly number[]) => {
      const agent = replayAgent(parseTranscript(TURN), {
        frame: (frame, wire) =>
          frame.seq === 5
            ? wire.drop()
            : frame.kind === 'response' && frame.method === 'session/prompt'
              ? frame.withResult({ stopReason: 'refusal' })
              : undefined,
      });
      const got = new Response(agent.readable).text();
      const writer = agent.writable.getWriter();
      const edges = [0, ...cuts.toSorted((a, b) => a - b), client.length];
      for (const [index, edge] of edges.slice(1).entries()) await writer.write(client.subarray(edges[index], edge));
      await writer.close();
      return got;
    };
    const whole = await run([]);
    expect(whole).toContain('"refusal"');
    await assert(
      asyncProperty(array(nat(client.length), { maxLength: 40 }), async (cuts) => {
        expect(await run(cuts)).toBe(whole);
      }),
      { numRuns: rounds(30, 100) },
    );
  });

  test.each(['claude-0.100.0/edit', 'gemini-0.61.0/edit', 'gemini-0.61.0/cancel', 'sdk-example-0.12.0/multi'])(
    'that rewrites each frame of %s leaves the replay complete and its content equal',
    async (name) => {
      const recording = await fixture(`recordings/real/${name}.acp.jsonl`);
      const agent = replayAgent(recording, {
        frame(frame) {
          if ('withParams' in frame) return (frame.withParams as (params: unknown) => AgentFrame)(frame.params);
          if ('result' in frame) return (frame.withResult as (result: unknown) => AgentFrame)(frame.result);
          return frame.kind === 'error' ? frame.withError(frame.error) : undefined;
        },
      });
      const ended = await playRecordedClient('SDK 2', recording.entries, agent.writable, agent.readable);
      expect(await agent.finished()).toMatchObject({ outcome: 'complete', notes: [] });
      expect(ended).toEqual(recordedEnds(recording.entries));
    },
  );

  test('changes params, results and errors, but not ids', async () => {
    const { agent, got } = await played(
      (frame) => {
        if (frame.kind === 'notification' && frame.method === 'session/update')
          return frame.withParams({
            ...frame.params,
            update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'other' } },
          });
        if (frame.method === 'session/prompt') return frame.withError({ code: -32603, message: 'overloaded' });
        return frame.kind === 'response' && frame.method === 'session/new'
          ? frame.withResult({ ...frame.result, sessionId: 'mine' })
          : undefined;
      },
      [INITIALIZE, NEW, PROMPT.replace('> 2', '> 9007199254740993'), READ, ALLOW],
    );
    await agent.finished();
    expect(messages(got)).toMatchObject([
      { id: 0 },
      { id: 1, result: { sessionId: 'mine' } },
      { method: 'session/update', params: { sessionId: 's', update: { content: { text: 'other' } } } },
      { id: 0, method: 'fs/read_text_file' },
      { id: 1, method: 'session/request_permission' },
      { error: { code: -32603, message: 'overloaded' } },
    ]);
    expect(got.at(-1)).toContain('"id":9007199254740993,');
  });

  test('accepts answers with options that it has changed', async () => {
    const { agent } = await played(
      (frame) =>
        frame.method === 'session/request_permission'
          ? frame.withParams({ ...frame.params, options: [{ optionId: 'ja', name: 'Ja', kind: 'allow_once' }] })
          : undefined,
      [INITIALIZE, NEW, PROMPT, READ, ALLOW.replace('"optionId":"allow"', '"optionId":"ja"')],
    );
    expect(await agent.finished()).toMatchObject({ outcome: 'complete' });
  });

  test('drops a notification, or a request, which then needs no answer', async () => {
    const { agent, got } = await played(
      ({ method }, wire) => (method === 'session/update' || method === 'fs/read_text_file' ? wire.drop() : undefined),
      [INITIALIZE, NEW, PROMPT, ALLOW],
    );
    expect(await agent.finished()).toMatchObject({ outcome: 'complete', played: 4, unplayed: [] });
    expect(messages(got).map(({ method, id }) => method ?? id)).toEqual([0, 1, 'session/request_permission', 2]);
  });

  test('drops an answer; a client that then cancels is answered', async () => {
    const drop: FrameHook = ({ method, kind }, wire) =>
      kind === 'response' && method === 'session/prompt' ? wire.drop() : undefined;
    const silent = await played(drop);
    expect(await silent.agent.finished()).toMatchObject({ outcome: 'complete', played: 5 });
    const { agent, got } = await played(drop, [...CLIENT, '> session/cancel {"sessionId":"s"}']);
    await agent.finished();
    expect(messages(got).at(-1)).toMatchObject({ id: 2, result: { stopReason: 'cancelled' } });
  });

  test('drops an answer, and a later wait names the dropped answer', async () => {
    const drop =
      (wanted: string): FrameHook =>
      ({ method, kind }, wire) =>
        kind === 'response' && method === wanted ? wire.drop() : undefined;
    const clock = virtualClock();
    const stuck = await played(drop('session/new'), [INITIALIZE, NEW], { clock, timeout: 1000 });
    const failed = stuck.agent.finished();
    clock.advance(1000);
    await expect(failed).rejects.toThrow(
      'waited 1 s for the client to send session/prompt "go" (#4); the wait began at the start; the test\'s frame() dropped the answer to session/new (#2), so the client may wait for it',
    );
    const { context, ends } = fakeTest();
    await played(drop('session/prompt'), CLIENT, { test: context });
    expect(await ends(['Test timed out in 5000ms.'])).toEqual([
      "when the test ended, the replay waited for the client to continue: the test's frame() dropped the answer to session/prompt (#4), so the client may wait for it\nCaused by: Test timed out in 5000ms.",
    ]);
  });

  test('has the live session id for an answer', async () => {
    const seen: unknown[] = [];
    const loads = (text: string) =>
      text.replace('session/new {', 'session/load {"sessionId":"s",').replace('ok {"sessionId":"s"}', 'ok {}');
    const { agent } = await played(
      (frame) => {
        if (frame.kind === 'response') seen.push([frame.method, frame.sessionId]);
      },
      CLIENT.map((line) => loads(line).replace('"sessionId":"s"', '"sessionId":"mine"')),
      {},
      [loads(TURN)],
    );
    await agent.finished();
    expect(seen).toEqual([
      ['initialize', undefined],
      ['session/load', 'mine'],
      ['session/prompt', 'mine'],
    ]);
  });

  test('delays a frame and all later ones by the clock, and suspends timeouts', async () => {
    const clock = virtualClock();
    const { got, writer } = await played(
      (frame, wire) => (frame.method === 'fs/read_text_file' ? [wire.delay(8000), frame] : undefined),
      [INITIALIZE, NEW, PROMPT],
      { clock, timeout: 1000 },
    );
    await expect.poll(() => got.length).toBe(3);
    clock.advance(7999);
    await writer.write(bytesOf('> _still_here'));
    expect(got).toHaveLength(3);
    clock.advance(1);
    await expect.poll(() => messages(got).at(-1)?.['method']).toBe('fs/read_text_file');
  });

  test('drops a delayed frame when its turn is cancelled', async () => {
    const clock = virtualClock();
    const { agent, got, writer } = await played(
      (frame, wire) => (frame.method === 'session/update' ? wire.delay(500) : undefined),
      [INITIALIZE, NEW, PROMPT],
      { clock },
    );
    await writer.write(bytesOf('> session/cancel {"sessionId":"s"}'));
    clock.advance(1000);
    await writer.close();
    const { unplayed } = await agent.ended;
    expect(messages(got).slice(2)).toMatchObject([{ id: 2, result: { stopReason: 'cancelled' } }]);
    expect(unplayed.map(({ seq }) => seq)).toEqual([5, 6, 8, 10]);
  });

  test('is not called again when another recording takes over', async () => {
    const other = TURN.replace('"optionId":"allow"}}', '"optionId":"reject"}}').replace('end_turn', 'refusal');
    const seen: number[] = [];
    const { agent, got } = await played(
      (frame) => {
        seen.push(frame.seq);
        return frame.method === 'session/update' && frame.kind === 'notification'
          ? frame.withParams({ ...frame.params, _meta: { changed: true } })
          : undefined;
      },
      [INITIALIZE, NEW, PROMPT, READ, ALLOW.replace('"allow"', '"reject"')],
      {},
      [TURN, other],
    );
    expect(await agent.finished()).toMatchObject({ outcome: 'complete', branch: '1' });
    expect(messages(got).at(-1)).toMatchObject({ result: { stopReason: 'refusal' } });
    expect(seen).toEqual([1, 3, 5, 6, 8, 10]);
  });

  test('adds its error to the error of finished() as the cause', async () => {
    const cause = new Error('no such thing');
    const { agent } = await played(() => {
      throw cause;
    });
    await expect(agent.finished()).rejects.toMatchObject({ cause });
  });

  test.each<[string, FrameHook, string]>([
    [
      'throws',
      ({ seq }) => {
        if (seq === 5) throw new RangeError('no such thing');
      },
      'frame() failed at session/update agent_message_chunk (#5): RangeError: no such thing',
    ],
    [
      'is async',
      (async () => {}) as unknown as FrameHook,
      'frame() failed at the answer to initialize (#1): TypeError: it returned a promise: it may return nothing',
    ],
    [
      'returns something else',
      (() => 7) as unknown as FrameHook,
      'frame() failed at the answer to initialize (#1): TypeError: it returned 7: it may return nothing, a changed frame, wire.drop()',
    ],
    [
      'delays by no time',
      (_frame, wire) => wire.delay(Number.NaN),
      'TypeError: wire.delay takes milliseconds, not NaN',
    ],
    [
      'puts an invalid JSON value into a frame',
      (frame) =>
        frame.method === 'session/new' && frame.kind === 'response' ? frame.withResult(undefined as never) : undefined,
      'TypeError: a frame cannot have undefined for its result',
    ],
  ])('that %s fails the replay with a message, even with follow', async (_what, frame, sentence) => {
    const { agent, got } = await played(frame, CLIENT, { onDivergence: 'follow' });
    const failed = agent.finished();
    await expect(failed).rejects.toThrow(ReplayDivergence);
    await expect(failed).rejects.toThrow(sentence);
    const report = await agent.ended;
    expect(report).toMatchObject({ outcome: 'diverged', failure: expect.stringContaining(sentence) as string });
    expect(messages(got).at(-1)).toMatchObject({ error: { message: expect.stringContaining(sentence) as string } });
  });
});
