import { close, open } from 'node:inspector';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { testLimits } from '../../proxy/replay/test-limits.ts';
import { fakeTest } from '../support/fake-test.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

const PERMISSION = 'the client to answer session/request_permission (#9)';

describe('in a test, a replay waits for half of the test’s timeout', () => {
  test('for an answer of a program', async () => {
    const agent = replayAgent(turn(), { test: fakeTest(40).context });
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 3).join('\n')));
    expect((await agent.ended).divergences[0]?.message).toMatch(
      /^waited 20 ms for the client to answer fs\/read_text_file \(#7\); the wait began (at the start|\d+ ms after the start)$/,
    );
  });

  test('for a permission handler that never answers', async () => {
    const agent = replayAgent(turn(), { test: fakeTest(40).context });
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 4).join('\n')));
    expect((await agent.ended).divergences[0]?.message).toContain(`waited 20 ms for ${PERMISSION}`);
  });

  test('for a request that the client leaves out: authenticate', async () => {
    const recording = parseTranscript(`
      > 0 initialize {"protocolVersion":1}
      < 0 ok {"protocolVersion":1}
      > 1 authenticate {"methodId":"key"}
      < 1 ok {}
      > 2 session/new {"cwd":"/work","mcpServers":[]}
      < 2 ok {"sessionId":"s"}`);
    const agent = replayAgent(recording, { test: fakeTest(40).context });
    const session = '> 1 session/new {"cwd":"/work","mcpServers":[]}';
    await agent.writable.getWriter().write(bytesOf(`> 0 initialize {"protocolVersion":1}\n${session}`));
    await expect(agent.finished()).rejects.toThrow('waited 20 ms for the client to send authenticate "key" (#2)');
  });

  test('for the next prompt, when the test waits for the end', async () => {
    const agent = replayAgent(turn(), { test: fakeTest(40).context });
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 2).join('\n')));
    await expect(agent.finished()).rejects.toThrow('waited 20 ms for the client to send session/prompt "go" (#4)');
  });

  test('or for three seconds if it is unknown, or as long as the test sets', () => {
    expect(testLimits(undefined, {})).toEqual({ timeout: 3000, personTimeout: 3000 });
    expect(testLimits(0, {})).toEqual({ timeout: 3000, personTimeout: 3000 });
    expect(testLimits(60_000, {})).toEqual({ timeout: 30_000, personTimeout: 30_000 });
    expect(testLimits(60_000, { idleTimeout: 7 })).toEqual({ timeout: 30_000 });
  });

  test('but never gives up under a debugger', async () => {
    open(0, '127.0.0.1');
    onTestFinished(close);
    const agent = replayAgent(turn(), { test: fakeTest(2).context, timeout: 1 });
    const writer = agent.writable.getWriter();
    await writer.write(bytesOf(CLIENT.slice(0, 4).join('\n')));
    const finished = agent.finished();
    await pause(50); // longer than all limits: none applies
    expect(agent.waitingFor()).toContain(PERMISSION);
    await writer.write(bytesOf(CLIENT.slice(4).join('\n')));
    expect(await finished).toMatchObject({ outcome: 'complete' });
  });
});

test('a client that skips initialize gets its error at once', async () => {
  const agent = replayAgent(turn(), { timeout: undefined });
  await agent.writable.getWriter().write(bytesOf(CLIENT[1] ?? ''));
  const { divergences, received } = await agent.ended;
  expect(received).toBe(1);
  expect(divergences.map(({ message }) => message)).toEqual([
    'the recording expects initialize next (#0), the client sent session/new "/work"',
  ]);
});

test('waitingFor() names the missing message; it is undefined after the end', async () => {
  const agent = replayAgent(turn());
  expect(agent.waitingFor()).toMatch(/^the client to send initialize \(#0\), for \d+ ms; the wait began at the start$/);
  const writer = agent.writable.getWriter();
  await writer.write(bytesOf(CLIENT.slice(0, 4).join('\n')));
  expect(agent.waitingFor()).toContain(`${PERMISSION}, for `);
  await writer.write(bytesOf(CLIENT.slice(4).join('\n')));
  await agent.finished();
  expect(agent.waitingFor()).toBeUndefined();
});
