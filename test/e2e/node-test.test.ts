import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, peer, start } from '../support/processes.ts';
import { project } from '../support/vitest-project.ts';

const TESTS = `
import { existsSync } from 'node:fs';
import assert from 'node:assert';
import { test } from 'node:test';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { fixture, replayAgent } from 'acptap/replay';
import { assertConforms, assertReplayedCompletely, eachFault, recordedAgent } from 'acptap/node-test';

const greets = await fixture(new URL('greets.acp.jsonl', import.meta.url));

function connect(replay, choose = () => 'allow') {
  return client({ name: 'my-editor' })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, async () => ({
      outcome: { outcome: 'selected', optionId: await choose() },
    }))
    .connect(ndJsonStream(replay.writable, replay.readable)).agent;
}

const initialize = (agent) => agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });

async function prompt(agent) {
  await initialize(agent);
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: '/tmp', mcpServers: [] });
  return agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Say hello' }] });
}

test('passes', async (t) => {
  const replay = replayAgent(greets, { test: t, verify: true });
  await prompt(connect(replay));
  await assertReplayedCompletely(replay);
  await assertConforms(replay);
});

test('records, then replays', async (t) => {
  const options = { fixture: 'new.acp.jsonl', command: JSON.parse(process.env.AGENT), test: t };
  const agent = await recordedAgent(options);
  assert.equal(agent.isRecording, !existsSync('new.acp.jsonl'));
  await initialize(connect(agent));
  await assertReplayedCompletely(agent);
});

test('another choice', async (t) => {
  await prompt(connect(replayAgent(greets, { test: t }), () => 'reject'));
});

test('no await', async (t) => {
  const replay = replayAgent(greets, { test: t });
  await initialize(connect(replay));
  replay.finished();
});

test('no await in front of an assertion', async (t) => {
  const replay = replayAgent(greets, { test: t });
  await initialize(connect(replay));
  assertReplayedCompletely(replay);
});

test('a permission that is never answered', { timeout: 1500 }, async (t) => {
  await prompt(connect(replayAgent(greets, { test: t }), () => new Promise(() => {})));
});

test('incomplete', async (t) => {
  const replay = replayAgent(greets, { test: t, timeout: 50 });
  await initialize(connect(replay));
  await assertReplayedCompletely(replay);
});

eachFault('greets.acp.jsonl', { kinds: ['noise', 'answer'], seed: 3 }, async ({ agent }) => void (await prompt(connect(agent))));
eachFault(greets, { faults: ['drop where method:_never'] }, async ({ agent }) => void (await prompt(connect(agent))));
`;

test('node:test offers the same as vitest: replays, recordings and failures with a reason', async () => {
  const folder = project({
    'client.test.mjs': TESTS,
    'greets.acp.jsonl': readFileSync('recordings/examples/client-test/greets.acp.jsonl', 'utf8'),
  });
  const run = async () => {
    const words = [process.execPath, '--test', '--test-reporter=spec', join(folder, 'client.test.mjs')] as const;
    const env = { CI: '', ACPTAP_RECORD: '', AGENT: JSON.stringify(peer('small-agent')) };
    return answerOf(start(words, { cwd: folder, env }));
  };
  for (const { stdout } of [await run(), await run()]) {
    const [results = '', failures = ''] = stdout.split('failing tests:');
    const of = (name: string) => failures.split(/^✖ /m).find((one) => one.startsWith(`${name} (`)) ?? stdout;
    expect(results).toMatch(/^✔ passes \(/m);
    expect(results).toMatch(/^✔ records, then replays \(/m);
    expect(results).toMatch(/✔ noise "a warning that is not JSON" once where from:agent \(seed 3\)/);
    expect(results).toMatch(/﹣ drop where method:_never \(seed 1\) .*the fault touched no frame/);
    expect(results).toMatch(/✖ answer error -32603 "overloaded" once [^\n]*\(seed 3\)/);
    expect(of('another choice')).toMatch(
      /ReplayDivergence: the client answered session\/request_permission with reject[^]*\n\s+the replay of \S+\.acp\.jsonl diverged [^]*cause: .*RequestError/,
    );
    expect(of('no await')).toContain('the test ended before finished() was awaited');
    expect(of('no await in front of an assertion')).toContain(
      'the test ended before assertReplayedCompletely() was awaited: write "await" in front of it',
    );
    expect(of('a permission that is never answered')).toContain(
      'when the test ended, the replay waited for the client to answer session/request_permission (#9)',
    );
    expect(of('incomplete')).toContain('waited 50 ms for the client to send session/new');
  }
});
