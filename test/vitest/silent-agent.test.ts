import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '../../proxy/replay/fixture.ts';
import { agentLimit } from '../../proxy/replay/test-limits.ts';
import { recordedAgent, type RecordedAgent } from '../../proxy/vitest/index.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fakeTest } from '../support/fake-test.ts';

const READY = '{"jsonrpc":"2.0","method":"_ready"}';
const ASKS = '{"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{}}';
const PROMPT = '{"jsonrpc":"2.0","id":"p","method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n';

/** Sends a first message, so that a test need not guess the start-up time; then handles the first request. */
const agentThat = (first: string, then = ''): [string, ...string[]] => [
  process.execPath,
  '-e',
  `console.error('no API key\\x1b[2J'); console.log('${first}'); process.stdin.once('data', () => { ${then} });`,
];

beforeEach(() => {
  vi.stubEnv('CI', '');
  vi.stubEnv('ACPTAP_RECORD', '');
  vi.stubEnv('TMPDIR', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** A test with this timeout, whose client prompts when the agent is ready. */
async function promptIn(timeout: number, command = agentThat(READY)) {
  const { context, ends } = fakeTest(timeout);
  const file = join(temporaryFolder(), 'a.acp.jsonl');
  const agent = await recordedAgent({ fixture: file, command, test: context });
  const received = linesOf(agent);
  await received.next();
  await agent.writable.getWriter().write(Buffer.from(PROMPT));
  return { agent, ends, file, received };
}

async function* linesOf({ readable }: RecordedAgent) {
  for await (const chunk of readable) yield* Buffer.from(chunk).toString().trimEnd().split('\n');
}

const keptFile = (message = '') => /; the recording is in (.*\/a\.acp\.jsonl)/.exec(message)?.[1] ?? '';

const WAITED =
  /^waited 1 s for the agent to answer session\/prompt \(id "p"\), sent [\d.]+ m?s after the start; the agent was still running; its stderr ended with\n {2}no API key\\x1b\[2J$/;

describe('an agent that is silent while it is recorded', () => {
  test('fails the test after half of its timeout, with its missing answer, its stderr and the place of the recording', async () => {
    const { agent, ends, file, received } = await promptIn(2000);
    const { value } = await received.next();
    const { id, error } = JSON.parse(value ?? '') as { id: string; error: { message: string } };
    expect([id, error.message]).toEqual([
      'p',
      expect.stringMatching(new RegExp(WAITED.source.replace('^', '^acptap: '))),
    ]);
    expect((await received.next()).done).toBe(true);
    await expect(agent.finished()).rejects.toThrow(WAITED);
    expect((await agent.ended).outcome).toBe('incomplete');
    const [message = ''] = await ends(['the client’s own error']);
    expect(message).toMatch(
      /^waited 1 s [^]*\n.*a\.acp\.jsonl was not written; the recording is in .*\nan agent that is only slow needs a longer timeout, of the test or of recordedAgent\nCaused by: the client’s own error$/,
    );
    expect(existsSync(file)).toBe(false);
    const { header, entries } = await fixture(keptFile(message));
    expect(header.redacted).toBe(true);
    expect(entries.filter(({ kind }) => kind === 'frame')).toHaveLength(2);
    expect(entries.some(({ kind }) => kind === 'stderr')).toBe(true);
  });

  test('is not called slow if its last line was no answer', async () => {
    const { agent, ends } = await promptIn(2000, agentThat(READY, `console.log('{"id":"p","result":{"stopRea')`));
    await agent.ended;
    const [message = ''] = await ends(['the client’s own error']);
    expect(message).toMatch(
      /\nperhaps because of a mistake of the agent: .* \(#\d, framing\/line-is-json\)\nCaused by: /,
    );
  });

  test('fails a test that passed nevertheless', async () => {
    const { ends, received } = await promptIn(2000);
    await received.next();
    await expect(ends()).rejects.toThrow(/^waited 1 s [^]*was not written; the recording is in /);
  });

  test('is named, with the recording, by a test that ends first', async () => {
    const { agent, ends } = await promptIn(60_000);
    await expect.poll(() => agent.waitingFor()).toMatch(/^the agent to answer session\/prompt \(id "p"\), /);
    const [message] = await ends(['Test timed out in 60000ms.']);
    expect(message).toMatch(
      /^when the test ended, the recording waited for the agent to answer session\/prompt \(id "p"\), sent [^]*; the agent was still running; [^]*the recording is in [^]*\nCaused by: Test timed out/,
    );
    expect(existsSync(keptFile(message))).toBe(true);
  });

  test('has no time limit while it waits for the client', async () => {
    const { agent, ends, received } = await promptIn(2000, agentThat(ASKS));
    await received.next();
    await expect(agent.ended).resolves.toMatchObject({
      failure: expect.stringMatching(
        /^waited 1 s for the client to answer session\/request_permission \(id 7\), .*; the agent has not answered session\/prompt \(id "p"\), /,
      ) as string,
    });
    const [message] = await ends(['the client’s own error']);
    expect(message).not.toContain('only slow');
  });
});

test('an agent that ends with exit code 0 before its answer is named', async () => {
  const { agent, ends } = await promptIn(60_000, agentThat(READY, 'process.exit(0)'));
  await agent.ended;
  await expect(ends()).rejects.toThrow(
    /^the agent ended with exit code 0 while it was recorded; it had not answered session\/prompt \(id "p"\), .*; its stderr ended with\n.*\n.* was not written; the recording is in /,
  );
});

test('a failed test shows the place of its recording after its own error', async () => {
  const { context, ends } = fakeTest(60_000);
  const agent = await recordedAgent({
    fixture: join(temporaryFolder(), 'a.acp.jsonl'),
    command: agentThat(READY),
    test: context,
  });
  await linesOf(agent).next();
  const [message = ''] = await ends(['expected 1 to be 2']);
  expect(message).toMatch(
    /^expected 1 to be 2\nCaused by: .* was not written, because the test failed; the recording is in /,
  );
  expect(existsSync(keptFile(message))).toBe(true);
});

test('a recording waits for the agent as long as a replay for its client, or for a longer timeout of the test', () => {
  expect([agentLimit(undefined, {}), agentLimit(60_000, {})]).toEqual([3000, 30_000]);
  expect([agentLimit(5000, { timeout: 100 }), agentLimit(5000, { timeout: 9000 })]).toEqual([2500, 9000]);
  expect(agentLimit(5000, { timeout: 0 })).toBe(2500);
  expect(agentLimit(5000, { timeout: undefined })).toBeUndefined();
});
