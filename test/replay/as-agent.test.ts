import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { ReplayDivergence } from '../../proxy/replay/report/replay-divergence.ts';
import { fileText, header, temporaryFile } from '../support/recording-file.ts';
import { takeTurn } from '../support/sdk-client.ts';
import { bytesOf, CLIENT, TURN, turn } from './recorded-turn.ts';
import { rounds } from '../support/effort.ts';

/** Replays to a client that writes these chunks and closes; returns its output and the report. */
async function replay(entries: readonly Entry[], chunks: readonly Uint8Array[], options: ReplayOptions = {}) {
  const agent = replayAgent(entries, options);
  const got = readAll(agent.readable);
  const writer = agent.writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  await writer.close();
  return { got: (await got).toString(), report: await agent.ended };
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const AGENT = turn()
  .filter((entry) => entry.kind === 'frame' && entry.from === 'agent')
  .map((entry) => Buffer.from('bytes' in entry ? entry.bytes : '').toString())
  .join('');

const client = bytesOf(CLIENT.join('\n'));

describe('a replayed agent', () => {
  test('gives the same client all recorded bytes', async () => {
    const { got, report } = await replay(turn(), [client]);
    expect(got).toBe(AGENT);
    expect(report).toMatchObject({ outcome: 'complete', played: 6, received: 5, unused: [], divergences: [] });
  });

  test('gives the same bytes however the client’s bytes are cut', async () => {
    await assert(
      asyncProperty(array(nat(client.length), { maxLength: 40 }), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), client.length];
        const chunks = edges.slice(1).map((edge, index) => client.subarray(edges[index], edge));
        const { got, report } = await replay(turn(), chunks);
        expect([got, report.outcome]).toEqual([AGENT, 'complete']);
      }),
      { numRuns: rounds(30, 100) },
    );
  });

  test('answers an unrecorded request with an error that names the difference, and ends', async () => {
    const { got, report } = await replay(turn(), [bytesOf('> 9007199254740993 session/load {}'), client]);
    expect(got).toContain('"id":9007199254740993,"error":{"code":-32603,');
    const { error } = JSON.parse(got) as { error: { message: string; data: unknown } };
    const message = 'the recording expects initialize next (#0), the client sent session/load';
    expect(error.message).toBe(`acptap replay: ${message}`);
    expect(error.data).toEqual({ acptap: report.divergences[0] });
    expect(report).toMatchObject({
      outcome: 'diverged',
      played: 0,
      received: 1,
      unused: [0, 2, 4, 7, 9],
      divergences: [{ seq: 0, expected: 'initialize', received: 'session/load', message }],
    });
  });

  test('reports that the recording has ended to a client that continues', async () => {
    const { got, report } = await replay(turn(), [client, bytesOf('> "again" session/prompt {}')]);
    expect(got.startsWith(AGENT)).toBe(true);
    expect(got.slice(AGENT.length)).toContain('"id":"again","error"');
    expect(report).toMatchObject({
      outcome: 'diverged',
      played: 6,
      unused: [],
      divergences: [{ seq: null, expected: null, message: expect.stringContaining('has ended') as string }],
    });
  });

  test.each(['garbage', '{"jsonrpc":"2.0"}', '\\xff', '[]'])(
    'reports that the line %s is not a message',
    async (line) => {
      const { report } = await replay(turn(), [bytesOf(`> | ${line}`)]);
      expect(report).toMatchObject({
        outcome: 'diverged',
        received: 1,
        divergences: [{ received: 'a line that is not a message' }],
      });
    },
  );

  test('accepts blank lines and a last line without its end', async () => {
    const { got, report } = await replay(turn(), [Buffer.from('\n\r\n'), client.subarray(0, -1)]);
    expect([got, report.outcome]).toEqual([AGENT, 'complete']);
  });

  test('is incomplete when the client closes early, and names the missing messages', async () => {
    const { report } = await replay(turn(), [bytesOf(CLIENT.slice(0, 3).join('\n'))]);
    expect(report).toMatchObject({ outcome: 'incomplete', played: 4, received: 3, unused: [7, 9], divergences: [] });
  });

  test('is complete at once when the recorded client sent nothing', async () => {
    const { got, report } = await replay(parseTranscript('< _hello\n= exit {"code":0,"signal":null}'), []);
    expect([got, report.outcome]).toEqual(['{"jsonrpc":"2.0","method":"_hello"}\n', 'complete']);
  });

  test('names the missing message after a timeout', async () => {
    const clock = virtualClock();
    const agent = replayAgent(turn(), { timeout: 1234, clock });
    const got = readAll(agent.readable);
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf(CLIENT.slice(0, 3).join('\n')));
    clock.advance(1233);
    await writer.write(bytesOf('> _ping'));
    clock.advance(1);
    const message = 'waited 1.2 s for the client to answer fs/read_text_file (#7); the wait began at the start';
    expect(await agent.ended).toMatchObject({
      outcome: 'diverged',
      unused: [7, 9],
      divergences: [{ seq: 7, received: 'nothing', message }],
      waitedFor: 'the client to answer fs/read_text_file (#7)',
    });
    const [lastLine = ''] = (await got).toString().trimEnd().split('\n').slice(-1);
    expect(JSON.parse(lastLine)).toMatchObject({ id: 2, error: { code: -32603, data: { acptap: { message } } } });
    await writer.write(client); // a client that ignores the end causes no error
    await writer.close();
  });

  test('has no timeout after its last recorded message', async () => {
    const waiting = new Set<object>();
    const after = () => {
      const timer = {};
      waiting.add(timer);
      return () => void waiting.delete(timer);
    };
    const { report } = await replay(turn(), [client], { timeout: 1, clock: { now: () => 0, after } });
    expect([report.outcome, waiting.size]).toEqual(['complete', 0]);
  });

  test('plays at the recorded pace on the given clock', async () => {
    const clock = virtualClock();
    const agent = replayAgent(parseTranscript('@0 > 1 _a\n@60000000 < 1 ok {}'), { speed: 'recorded', clock });
    const reader = agent.readable.getReader();
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf('> 1 _a'));
    let isAnswered = false;
    const first = reader.read().then(({ value }) => {
      isAnswered = true;
      return Buffer.from(value ?? []).toString();
    });
    clock.advance(59_999);
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect(await first).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  test('calls back with the recorded stderr and the end of the process', async () => {
    const heard: unknown[] = [];
    const agent = replayAgent(
      parseTranscript('! starting\n> 1 _a\n< 1 ok {}\n= eof {"of":"client"}\n= exit {"code":3,"signal":null}'),
      {
        stderr: true,
        exit: true,
        onStderr: (bytes) => heard.push(Buffer.from(bytes).toString()),
        onExit: ({ code }) => heard.push(code),
      },
    );
    void readAll(agent.readable);
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf('> 1 _a'));
    await writer.close();
    expect((await agent.ended).outcome).toBe('complete');
    expect(heard).toEqual(['starting\n', 3]);
  });

  test('resolves finished() with the report, or rejects with it', async () => {
    const after = async (...lines: readonly string[]) => {
      const agent = replayAgent({ id: 'greets', entries: turn() });
      void readAll(agent.readable);
      const writer = agent.writable.getWriter();
      await writer.write(bytesOf(lines.join('\n')));
      await writer.close();
      return agent.finished();
    };
    expect(await after(...CLIENT)).toMatchObject({ recording: 'greets', outcome: 'complete' });
    const thrown: unknown = await after('> 1 session/list {}').catch((cause: unknown) => cause);
    expect(thrown).toBeInstanceOf(ReplayDivergence);
    const { message, report } = thrown as ReplayDivergence;
    expect(Object.keys(thrown as ReplayDivergence)).not.toContain('report'); // a test runner would print all of it
    expect(report.outcome).toBe('diverged');
    expect(message).toBe(
      `${renderReport(report)}\n\nif the client is right, record the fixture again (recordedAgent: ACPTAP_RECORD=all)`,
    );
    expect(message).toMatch(
      /^the recording expects initialize next [^]*\n\nthe replay of greets diverged \(0 frames played, 1 message received\)\n/,
    );
  });

  test('names a fixture by its file in the message, by its id in the report', async () => {
    const path = temporaryFile(fileText(turn(), header({ id: 'canonical' })));
    for (const [given, name] of [
      [path, path],
      [pathToFileURL(path), relative(process.cwd(), path)],
    ] as const) {
      const agent = replayAgent(await fixture(given));
      await agent.writable.getWriter().write(bytesOf('> 1 session/list {}'));
      const thrown: unknown = await agent.finished().catch((cause: unknown) => cause);
      expect(thrown).toMatchObject({ report: { recording: 'canonical', file: name } });
      expect(String(thrown)).toContain(`the replay of ${name} diverged (`);
    }
  });

  test('rejects for missing messages only with strict', async () => {
    const incomplete = async (strict: boolean) => {
      const agent = replayAgent(turn(), { strict });
      void readAll(agent.readable);
      await agent.writable.close();
      return agent.finished();
    };
    expect(await incomplete(false)).toMatchObject({ outcome: 'incomplete' });
    await expect(incomplete(true)).rejects.toThrow(
      'the replay is incomplete: it waited for the client to send initialize',
    );
  });

  test('names the capabilities that the recorded agent used and this client does not have', async () => {
    const first = CLIENT[0]?.replace('{"fs":{"readTextFile":true}}', '{}') ?? '';
    const { report } = await replay(turn(), [bytesOf([first, ...CLIENT.slice(1)].join('\n'))], {
      onDivergence: 'follow',
    });
    expect(report).toMatchObject({ unused: [], missingCapabilities: ['fs.readTextFile'] });
  });

  test('ends when its reader goes away', async () => {
    const agent = replayAgent(turn());
    await agent.readable.cancel();
    expect(await agent.ended).toMatchObject({ outcome: 'incomplete', unused: [0, 2, 4, 7, 9] });
  });
});

describe('a client made with the official SDK', () => {
  const seen = {
    updates: ['agent_message_chunk: ünï'],
    asked: ['read /work/file', 'permission allow reject'],
    stopReason: 'end_turn',
  };

  test.each([
    ['numbers', TURN],
    [
      'UUIDs',
      TURN.replace(
        /^( *> |  < )(\d)(?= (?:initialize|session\/(?:new|prompt)|ok \{"(?:proto|session|stop)))/gm,
        '$1"0b7c-$2"',
      ),
    ],
  ])('completes a turn with an agent that was recorded with %s as ids', async (_what, recording) => {
    const agent = replayAgent(parseTranscript(recording));
    expect(await takeTurn(agent.writable, agent.readable)).toEqual(seen);
    await agent.writable.close().catch(() => {}); // the SDK may have closed it
    expect(await agent.ended).toMatchObject({ outcome: 'complete', divergences: [], missingCapabilities: [] });
  });

  test('gets an error when the person chooses differently', async () => {
    const agent = replayAgent(turn());
    await expect(takeTurn(agent.writable, agent.readable, 'reject')).rejects.toThrow(
      'acptap replay: the client answered session/request_permission with reject, the recording has allow (#9)',
    );
    expect(await agent.ended).toMatchObject({
      outcome: 'diverged',
      divergences: [{ seq: 9, expected: 'the answer to session/request_permission: allow' }],
    });
  });
});
