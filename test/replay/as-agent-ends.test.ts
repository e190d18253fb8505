import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import type { ReplayedAgent, ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { within } from '../support/wait-for.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

const cancelling = (timer: NodeJS.Immediate) => () => clearImmediate(timer);

const client = bytesOf(CLIENT.join('\n'));

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Replays to a client that sends these lines and closes; returns the report. */
async function reportTo(lines: readonly string[], options: ReplayOptions) {
  const agent = replayAgent(turn(), options);
  void readAll(agent.readable);
  const writer = agent.writable.getWriter();
  await writer.write(bytesOf(lines.join('\n')));
  await writer.close();
  return agent.ended;
}

describe('a replayed agent', () => {
  test('plays everything that becomes due while it is busy', async () => {
    let ms = 0;
    const clock = {
      now: () => (ms += 0.4),
      after: (_ms: number, expired: () => void) => cancelling(setImmediate(expired)),
    };
    const updates = Array.from({ length: 50 }, (_, index) => `@${1000 * (index + 1)} < _update ${index}`);
    const entries = parseTranscript(['@0 > 1 _a', ...updates, '@60000 < 1 ok {}'].join('\n'));
    const agent = replayAgent(entries, { speed: 'recorded', clock });
    const got = readAll(agent.readable);
    await agent.writable.getWriter().write(bytesOf('> 1 _a'));
    expect((await agent.finished()).outcome).toBe('complete');
    expect((await got).toString().split('\n')).toHaveLength(52);
  });

  test('resolves finished() when both sides are done, though the client stays connected', async () => {
    const agent = replayAgent(turn());
    void readAll(agent.readable);
    await agent.writable.getWriter().write(client);
    expect(await agent.finished()).toMatchObject({ outcome: 'complete', waitedFor: null });
  });

  test('names the missing message in the error of finished()', async () => {
    const clock = virtualClock();
    const agent = replayAgent(turn(), { timeout: 2000, clock });
    void readAll(agent.readable);
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 2).join('\n')));
    clock.advance(60_000); // a person may take any time to type, but a test must end
    const finished = agent.finished();
    clock.advance(2000);
    await expect(finished).rejects.toThrow(
      'waited 2 s for the client to send session/prompt "go" (#4); the wait began ',
    );
  });

  test('buffers little for a client that reads slowly, and then sends everything', async () => {
    const frames = 5000;
    const piece = `< _b {"text":"${'x'.repeat(1000)}"}\n! a\n`; // stderr is played when the frames beside it are made ready
    const entries = parseTranscript(`> 1 _a\n${piece.repeat(frames)}< 1 ok {}\n> 2 _c\n< 2 ok {}`);
    let ready = 0;
    const agent = replayAgent(entries, { stderr: true, onStderr: () => (ready += 1) });
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf('> 1 _a'));
    const second = writer.write(bytesOf('> 2 _c')); // waits until the client has read the earlier output
    await new Promise((resolve) => setImmediate(resolve));
    expect(ready).toBeGreaterThan(100);
    expect(ready).toBeLessThan(frames / 4);
    const got = readAll(agent.readable);
    await second;
    await writer.close();
    expect((await got).toString().split('\n')).toHaveLength(frames + 3);
    expect([ready, (await agent.ended).outcome]).toEqual([frames, 'complete']);
  });

  test('delivers all frames of a client that reads slowly, also those that a fault delays meanwhile', async () => {
    const clock = virtualClock();
    const updates = `@200000 < _b {"text":"${'x'.repeat(1000)}"}\n`.repeat(1000);
    const entries = parseTranscript(
      `@0 > 1 _a\n${updates}@300000 > 2 _c\n@300000 < 2 ok {}\n@301000 > 3 _c\n@301000 < 3 ok {}\n@302000 < 1 ok {}`,
    );
    const agent = replayAgent(entries, { speed: 'recorded', clock, faults: ['delay 400ms where id:2 from:client'] });
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf('> 1 _a'));
    const first = writer.write(bytesOf('> 2 _c'));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    clock.advance(200_000); // the client's input is full
    const second = writer.write(bytesOf('> 3 _c')); // waits for the client, as the delayed frame does
    await settle();
    clock.advance(400_000);
    await settle();
    void readAll(agent.readable);
    await within('both writes', Promise.all([first, second]));
    for (let at = 0; at < 10; at++) {
      clock.advance(100_000);
      await settle();
    }
    expect(agent.journal.map(({ method }) => method)).toEqual(['_a', '_c', '_c']);
  });

  test('ends on stop(), even while it waits', async () => {
    const agent = replayAgent(turn());
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 1).join('\n')));
    agent.stop();
    expect(await agent.ended).toMatchObject({ outcome: 'incomplete', unused: [2, 4, 7, 9] });
    expect((await readAll(agent.readable)).toString().split('\n')).toHaveLength(2);
  });

  test.each([
    ['stop()', (agent: ReplayedAgent) => agent.stop()],
    ['a client that closes its input', (agent: ReplayedAgent) => void agent.readable.cancel()],
  ])('ends a write that waits for the client to read, on %s', async (_what, end) => {
    const updates = `< _b {"text":"${'x'.repeat(1000)}"}\n`.repeat(1000);
    const agent = replayAgent(parseTranscript(`> 1 _a\n${updates}< 1 ok {}\n> 2 _c\n< 2 ok {}`));
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf('> 1 _a'));
    const blocked = writer.write(bytesOf('> 2 _c'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(agent.waitingFor()).toBe('the client to read what the agent sent');
    end(agent);
    await within('the end of the write', blocked);
    expect((await agent.ended).outcome).toBe('incomplete');
  });

  test.each<[string, string, ReplayOptions]>([
    ['a frame to be due', '@0 > 1 _a\n@9000000 < 1 ok {}', { speed: 'recorded' }],
    [
      'a person to answer',
      '> 1 _a\n< 2 session/request_permission {"sessionId":"s","options":[]}\n> 2 ok {}\n< 1 ok {}',
      { onWaiting: () => {} },
    ],
  ])('leaves no timer after stop() while it waits for %s', async (_what, recording, options: ReplayOptions) => {
    const timers = new Set<() => void>();
    const clock = {
      now: () => 0,
      after(_ms: number, expired: () => void) {
        timers.add(expired);
        return () => void timers.delete(expired);
      },
    };
    const agent = replayAgent(parseTranscript(recording), { ...options, clock });
    await agent.writable.getWriter().write(bytesOf('> 1 _a'));
    expect(timers.size).toBe(1);
    agent.stop();
    expect(timers.size).toBe(0);
  });

  test('with verify reports the rules that the live client breaks', async () => {
    const wrong = CLIENT.map((line) => line.replace('"prompt":[{', '"prompt":[{"annotations":7,'));
    const report = await reportTo(wrong, { verify: true });
    expect(report.outcome).toBe('complete');
    const warnings = report.findings?.filter(({ grade }) => grade === 'warning');
    expect(warnings).toMatchObject([
      {
        rule: 'schema/value-is-not-dropped',
        side: 'client',
        seq: 4,
        frame: expect.stringContaining('"annotations":7') as string,
      },
    ]);
    const right = await reportTo(CLIENT, { verify: true });
    expect(right.findings?.filter(({ grade }) => grade !== 'note')).toEqual([]);
  });
});

describe('a replayed agent with wrong arguments', () => {
  test('rejects a chunk that is not bytes, and ends', async () => {
    const agent = replayAgent(turn());
    void readAll(agent.readable);
    const writer = agent.writable.getWriter();
    const words = "a replayed agent hears bytes: write a Uint8Array, not 'text'";
    await expect(writer.write('text' as unknown as Uint8Array)).rejects.toThrow(words);
    expect(await agent.ended).toMatchObject({ outcome: 'incomplete' });
    expect(await agent.finished()).toMatchObject({ outcome: 'incomplete' });
  });

  test.each([
    ['speed', Number.NaN],
    ['speed', 'fast'],
    ['speed', 0],
    ['maxGap', Number.NaN],
    ['settleAfterNew', Number.NaN],
    ['timeout', -1],
    ['idleTimeout', '5'],
    ['match', { 'session/prompt': 'nope' }],
    ['onDivergence', 'nope'],
    ['exit', 1],
  ])('refuses %s %o', (name, value) => {
    expect(() => replayAgent(turn(), { [name]: value })).toThrow(new RegExp(`^replayAgent has .* for "${name}", not `));
  });

  test.each([{ maxGap: Number.POSITIVE_INFINITY }, { timeout: undefined, idleTimeout: undefined }, { speed: 0.5 }])(
    'accepts %o',
    (options) => {
      expect(() => replayAgent(turn(), options)).not.toThrow();
    },
  );
});

describe('a replay that waits for a person', () => {
  test('calls onWaiting once, after the timeout for a program', async () => {
    const clock = virtualClock();
    const told: string[] = [];
    const agent = replayAgent(turn(), { timeout: 2000, clock, onWaiting: (words) => told.push(words) });
    void readAll(agent.readable);
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf(CLIENT.slice(0, 4).join('\n')));
    clock.advance(1999);
    expect(told).toEqual([]);
    clock.advance(3_600_000);
    expect(told).toEqual(['the client to answer session/request_permission (#9)']);
    await writer.write(bytesOf(CLIENT.slice(4).join('\n')));
    expect(await agent.finished()).toMatchObject({ outcome: 'complete' });
  });
});
