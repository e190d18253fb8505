import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

/** The updates that a client received in a turn. */
export interface Seen {
  readonly updates: readonly string[];
  readonly asked: readonly string[];
  readonly stopReason: string;
}

/**
 * Runs one prompt turn with the official SDK's client over an agent's streams, and closes. `choose` picks the person's
 * option.
 */
export async function takeTurn(
  toAgent: WritableStream<Uint8Array>,
  fromAgent: ReadableStream<Uint8Array>,
  choose = 'allow',
): Promise<Seen> {
  const updates: string[] = [];
  const asked: string[] = [];
  const app = client({ name: 'sdk-client' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      const text = 'content' in update && update.content && 'text' in update.content ? `: ${update.content.text}` : '';
      updates.push(`${update.sessionUpdate}${text}`);
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => {
      asked.push(`read ${params.path}`);
      return { content: 'ünï\n' };
    })
    .onRequest(methods.client.session.requestPermission, ({ params: { options } }) => {
      asked.push(`permission ${options.map(({ optionId }) => optionId).join(' ')}`);
      return { outcome: { outcome: 'selected', optionId: choose } };
    });
  const stopReason = await app.connectWith(ndJsonStream(toAgent, fromAgent), async (agent) => {
    await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
      clientInfo: { name: 'sdk-client', version: '1.0.0' },
    });
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: '/work', mcpServers: [] });
    const prompt = [{ type: 'text' as const, text: 'Edit the file, please.' }];
    return (await agent.request<{ stopReason: string }>(methods.agent.session.prompt, { sessionId, prompt }))
      .stopReason;
  });
  return { updates, asked, stopReason };
}
