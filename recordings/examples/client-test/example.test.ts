import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { fixture, replayAgent } from 'acptap/replay';
import 'acptap/vitest'; // toHaveReplayedCompletely, toConform
import { expect, test } from 'vitest';

const greets = await fixture(new URL('greets.acp.jsonl', import.meta.url));

test('the editor allows the edit and shows what the agent says', async () => {
  const replay = replayAgent(greets, { verify: true });

  let shown = '';
  const { agent } = client({ name: 'my-editor' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        shown += update.content.text;
    })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected', optionId: 'allow' },
    }))
    .connect(ndJsonStream(replay.writable, replay.readable));

  await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'my-editor', version: '1.0.0' },
  });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: '/tmp', mcpServers: [] });
  const { stopReason } = await agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text: 'Say hello' }],
  });

  expect(stopReason).toBe('end_turn');
  expect(shown).toBe('Hello world');
  await expect(replay).toHaveReplayedCompletely(); // both sides said all that was recorded, and nothing else
  await expect(replay).toConform({ side: 'client' }); // and broke no rule of the protocol
});
