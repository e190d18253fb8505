import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { fixture, type Fixture } from '../../proxy/replay/fixture.ts';
import { ReplayDivergence } from '../../proxy/replay/report/replay-divergence.ts';
import { recordedAgent, type RecordedAgent, type RecordedAgentOptions } from '../../proxy/vitest/index.ts';
import { toConform } from '../../proxy/vitest/matchers.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fakeTest } from '../support/fake-test.ts';
import { isGone, peer, processOf } from '../support/processes.ts';
import { takeTurn } from '../support/sdk-client.ts';

const AGENT = peer('small-agent');

/** A test that ends on request. */
function someTest() {
  const { context, ends } = fakeTest();
  return { test: context, ends: (state: 'pass' | 'fail') => ends(state === 'pass' ? [] : ['it failed']) };
}

function inMode(env: { readonly CI?: string; readonly ACPTAP_RECORD?: string }): void {
  vi.stubEnv('CI', env.CI ?? '');
  vi.stubEnv('ACPTAP_RECORD', env.ACPTAP_RECORD ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());
}

const turnWith = (agent: RecordedAgent) => takeTurn(agent.writable, agent.readable);

/** A test in which the SDK's client has its turn. */
async function run(options: RecordedAgentOptions, state: 'pass' | 'fail' = 'pass') {
  const { test: told, ends } = someTest();
  const agent = await recordedAgent({ ...options, test: told });
  const seen = await turnWith(agent);
  await ends(state);
  return { agent, seen };
}

describe('without await', () => {
  const file = 'recordings/examples/client-test/greets.acp.jsonl';

  test.each([
    ['replayAgent', () => replayAgent(fixture(file) as never)],
    ['replayAgent with several', () => replayAgent([fixture(file)] as never)],
    ['fixture', () => (fixture(file) as never as Fixture).entries],
    [
      'recordedAgent',
      () => (recordedAgent({ fixture: file, test: someTest().test }) as never as RecordedAgent).readable,
    ],
  ])('%s says that await is missing', (_name, use) => {
    expect(use).toThrow(/await is missing/);
  });
});

describe('an agent in the mode once', () => {
  test('is the real agent without a recording; a passed test writes the recording, and later runs replay it', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'deep', 'turn.acp.jsonl');
    const first = await run({ fixture: file, command: AGENT });
    expect(first.agent.isRecording).toBe(true);
    const { id, header, entries } = await fixture(file);
    expect([id, header.redacted, header.command]).toEqual([
      'turn',
      true,
      ['node', '/acptap/start/test/support/peers/small-agent.mjs'],
    ]);
    expect(
      entries.filter(({ kind }) => kind === 'event').map((entry) => 'event' in entry && entry.event.event),
    ).toEqual(['spawn', 'eof', 'eof', 'exit']);
    expect(entries.map(({ elapsed }) => Number(elapsed))).toEqual(entries.map((_entry, index) => index));
    expect(entries.filter(({ kind }) => kind === 'stderr')).toEqual([]);
    const second = await run({ fixture: file, command: ['no-such-agent'] });
    expect([second.agent.isRecording, second.seen]).toEqual([false, first.seen]);
    expect((await second.agent.ended).outcome).toBe('complete');
  });

  test('is judged the same while recording and in replay', async () => {
    inMode({});
    const options = { fixture: join(temporaryFolder(), 'turn.acp.jsonl'), command: AGENT, verify: true };
    for (const isRecording of [true, false]) {
      const { agent } = await run(options);
      expect(agent.isRecording).toBe(isRecording);
      expect(await toConform(agent, { side: 'client' })).toMatchObject({ pass: true });
    }
  });

  test('leaves no fixture for a client that breaks the protocol, with verify', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    const { test: told, ends } = someTest();
    const agent = await recordedAgent({ fixture: file, command: AGENT, verify: true, test: told });
    const writer = agent.writable.getWriter();
    await writer.write(Buffer.from('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\n'));
    await agent.readable.getReader().read(); // the answer
    await agent.finished('toHaveReplayedCompletely()', true);
    await expect(ends('pass')).rejects.toThrow(
      /^InitializeRequest lacks protocolVersion \(error of the client, [^]*a\.acp\.jsonl was not written; /,
    );
    expect(existsSync(file)).toBe(false);
  });

  test('leaves nothing behind when the test has failed: neither a file nor the agent', async () => {
    inMode({});
    const folder = temporaryFolder();
    const script = `require('fs').writeFileSync(process.argv[1], String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
    const { test: told, ends } = someTest();
    const pidFile = join(folder, 'pid');
    await recordedAgent({
      fixture: join(folder, 'a.acp.jsonl'),
      command: [process.execPath, '-e', script, pidFile],
      test: told,
    });
    const pid = await vi.waitFor(
      () => Number(readFileSync(pidFile, 'utf8') || Number.NaN) || Promise.reject(new Error('not yet')),
      20_000,
    );
    const agent = processOf(pid);
    await ends('fail');
    expect(isGone(agent)).toBe(true);
    expect(readdirSync(folder)).toEqual(['pid']);
  });

  test('a missing command, or one that does not start, is named in the error', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    await expect(recordedAgent({ fixture: file })).rejects.toThrow('no agent to record: give recordedAgent a command');
    await expect(recordedAgent({ fixture: file, command: ['/no/such/agent'] })).rejects.toThrow(
      '"/no/such/agent" was not found',
    );
  });

  test('an agent that dies leaves no fixture, and the error has its exit code and last stderr', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    const words = 'starting; no API key'.split('; ').map((line) => `console.error("${line}")`);
    const command = [process.execPath, '-e', `${words.join(';')}; process.exitCode = 3`] as const;
    const dies = async (options: Partial<RecordedAgentOptions> = {}) => {
      const { test: told, ends } = someTest();
      const agent = await recordedAgent({ fixture: file, command, test: told, ...options });
      await agent.ended;
      return ends;
    };
    const death =
      'the agent ended with exit code 3 while it was recorded; its stderr ended with\n  starting\n  no API key';
    await expect((await dies())('pass')).rejects.toThrow(`${death}\n${file} was not written`);
    expect(await (await dies())('fail')).toEqual([
      `${death}\n${file} was not written; nothing was recorded\nCaused by: it failed`,
    ]);
    expect(existsSync(file)).toBe(false);
    await (
      await dies({ exit: true })
    )('pass'); // its end is part of the recording
    expect(existsSync(file)).toBe(true);
  });

  test('is not recorded again where the file is not a recording', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    writeFileSync(file, '{"acptap":1,"id":"a","startedAt":"once"}\n');
    await expect(recordedAgent({ fixture: file, command: AGENT })).rejects.toThrow(
      `${file}: line 1 of the recording has no date`,
    );
  });
});

describe('an agent in the mode', () => {
  test('mode none never starts the real agent', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    const missing = recordedAgent({ fixture: file, command: AGENT, mode: 'none' });
    await expect(missing).rejects.toThrow(`there is no recording ${file}, and in the mode none none is made`);
  });

  test('mode all starts the real agent each time, and leaves an equal file unchanged', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    await run({ fixture: file, command: AGENT });
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    const named = [
      first.replace('{"acptap":1,', '{"acptap":1,"name":"mine",').replace(/\}$/, ',"replay":{"strict":true}}'),
      ...rest,
    ].join('\n');
    writeFileSync(file, named);
    const { agent } = await run({ fixture: file, command: AGENT, mode: 'all' });
    expect(agent.isRecording).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(named);

    writeFileSync(file, named.replace('three.', 'four.'));
    await run({ fixture: file, command: AGENT, mode: 'all' });
    const { header, entries } = await fixture(file);
    expect([header.name, header.extra]).toEqual(['mine', '{"replay":{"strict":true}}']);
    expect(entries.map(({ seq }) => Number(seq)).length).toBe(rest.length - 1);
    expect(readFileSync(file, 'utf8')).toContain('three.');
  });

  test('all keeps the times where they are asked for, or where they are played', async () => {
    inMode({});
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    const hasTimes = async () => (await fixture(file)).entries.some(({ elapsed, seq }) => Number(elapsed) !== seq);
    await run({ fixture: file, command: AGENT, mode: 'all' });
    expect(await hasTimes()).toBe(false);
    await run({ fixture: file, command: AGENT, mode: 'all', timing: true });
    expect(await hasTimes()).toBe(true);
    await run({ fixture: join(file, '..', 'b.acp.jsonl'), command: AGENT, speed: 1000 });
    expect((await fixture(join(file, '..', 'b.acp.jsonl'))).entries.at(-1)?.elapsed).toBeGreaterThan(1000);
  });

  test('lockdown, where CI is set, never starts the real agent', async () => {
    inMode({ CI: 'true' });
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    const missing = recordedAgent({ fixture: file, command: AGENT, mode: 'all' });
    await expect(missing).rejects.toThrow('in the mode lockdown none is made');
    expect(existsSync(file)).toBe(false);
  });

  test('ACPTAP_RECORD overrides the mode of the test and of CI, and must be a valid mode', async () => {
    inMode({});
    const unknown = 'onec' as 'once';
    await expect(recordedAgent({ fixture: 'a', mode: unknown })).rejects.toThrow(
      'the mode of recordedAgent is "onec"; it may be once, none, all, lockdown',
    );
    inMode({ CI: 'true', ACPTAP_RECORD: 'once' });
    const file = join(temporaryFolder(), 'a.acp.jsonl');
    expect((await run({ fixture: file, command: AGENT, mode: 'none' })).agent.isRecording).toBe(true);
    inMode({ ACPTAP_RECORD: 'sometimes' });
    await expect(recordedAgent({ fixture: file })).rejects.toThrow(
      'ACPTAP_RECORD is "sometimes"; it may be once, none, all, lockdown',
    );
  });
});

describe('a replay that diverged', () => {
  const wrong = async (options: Partial<RecordedAgentOptions>) => {
    const { test: told, ends } = someTest();
    const agent = await recordedAgent({
      fixture: 'recordings/real/gemini-0.61.0/text.acp.jsonl',
      test: told,
      ...options,
    });
    const writer = agent.writable.getWriter();
    await writer.write(Buffer.from('{"jsonrpc":"2.0","id":0,"method":"_no/such"}\n'));
    return ends;
  };

  test('fails the test even without an assertion, and shows the difference in front of the test’s own error', async () => {
    inMode({});
    await expect((await wrong({}))('pass')).rejects.toBeInstanceOf(ReplayDivergence);
    expect(await (await wrong({}))('fail')).toEqual([expect.stringMatching(/^.*_no\/such[^]*\nCaused by: it failed$/)]);
  });

  test('may be followed, but not in lockdown', async () => {
    inMode({});
    await expect((await wrong({ onDivergence: 'follow' }))('pass')).resolves.toEqual([]);
    inMode({ CI: '1' });
    await expect((await wrong({ onDivergence: 'follow' }))('pass')).rejects.toThrow('_no/such');
  });
});

test('a fixture’s header sets how it is played, and a test’s options override it', async () => {
  const file = join(temporaryFolder(), 'a.acp.jsonl');
  const head = '{"acptap":1,"id":"a","startedAt":"2026-11-21T12:00:00.000Z","command":[],"cwd":"","redacted":true';
  const frames =
    '{"t":0,"from":"client","json":{"jsonrpc":"2.0","method":"_a"}}\n{"t":1,"from":"agent","json":{"jsonrpc":"2.0","method":"_b"}}\n';
  const outcome = async (options: Parameters<typeof replayAgent>[1]) => {
    const agent = replayAgent(await fixture(file), options);
    await agent.writable.close();
    return agent.finished().then(
      ({ outcome: how }) => how,
      () => 'failed',
    );
  };
  writeFileSync(file, `${head},"replay":{"strict":true}}\n${frames}`);
  expect([await outcome({}), await outcome({ strict: false })]).toEqual(['failed', 'incomplete']);
  writeFileSync(file, `${head},"replay":{"strict":1}}\n${frames}`);
  await expect(fixture(file)).rejects.toThrow(
    `${file}: "replay" in the header of the recording has 1 for "strict", not true or false`,
  );
  writeFileSync(file, `${head}}\n`);
  await expect(fixture(file)).rejects.toThrow('its agent says nothing');
});
