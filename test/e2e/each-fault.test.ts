import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLong } from '../support/effort.ts';
import { project, runTests } from '../support/vitest-project.ts';

/** A client that expects every turn to end well. */
const TESTS = `
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { eachFault } from 'acptap/vitest';
import { expect } from 'vitest';

eachFault('greets.acp.jsonl', { kinds: ['noise', 'answer', 'mute'], seed: 3 }, async ({ agent }) => {
  await client({ name: 'hopeful' })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: 'selected', optionId: 'allow' } }))
    .connectWith(ndJsonStream(agent.writable, agent.readable), async (remote) => {
      await remote.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await remote.request(methods.agent.session.new, { cwd: '/tmp', mcpServers: [] });
      const prompt = [{ type: 'text', text: 'Say hello' }];
      expect(await remote.request(methods.agent.session.prompt, { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
    });
});
`;

// In the gate test/vitest/each-fault.test.ts has these tests without a vitest of their own.
test.runIf(isLong)('each fault has a test that names the fault, and the place where a client hangs', async () => {
  const folder = project({
    'client.test.mjs': TESTS,
    'greets.acp.jsonl': readFileSync('recordings/examples/client-test/greets.acp.jsonl', 'utf8'),
  });
  const { stdout, stderr } = await runTests(folder, {}, ['--test-timeout', '3000', '--reporter', 'verbose']);
  const lines = `${stdout}\n${stderr}`.split('\n');
  const outcome = (fault: string) => lines.find((line) => line.includes(`> ${fault}`))?.trim()[0];
  expect(outcome('noise "a warning that is not JSON" once where from:agent (seed 3)')).toBe('✓');
  expect(outcome('answer error -32603 "overloaded" once')).toBe('×');
  expect(outcome('mute after 2 where from:agent method:session/update (seed 3)')).toBe('×');
  expect(stderr).toContain('overloaded');
  expect(stderr).toContain('the replay waited for the client to answer session/request_permission');
});
