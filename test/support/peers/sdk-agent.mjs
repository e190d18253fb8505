/**
 * An agent built with the official SDK: one turn with a tool call, a file read and a permission request. `--login`: it
 * lists a way to log in, as the ACP registry asks.
 */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const { initialize, session } = methods.agent;

agent({ name: 'sdk-agent' })
  .onRequest(initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { loadSession: false },
    authMethods: process.argv.includes('--login')
      ? [{ id: 'login', name: 'Log in', description: 'In the browser' }]
      : [],
    agentInfo: { name: 'sdk-agent', version: '1.0.0' },
  }))
  .onRequest(session.new, () => ({ sessionId: 'session-1' }))
  .onRequest(session.prompt, async ({ params: { sessionId }, client }) => {
    const update = (patch) => client.notify(methods.client.session.update, { sessionId, update: patch });
    const chunk = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    await chunk('I look at the file. ');
    await update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Edit', kind: 'edit', status: 'pending' });
    const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path: '/work/file' });
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: 'call-1' },
      options: [
        { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    });
    await update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' });
    await chunk(`${content.length} ${outcome.outcome} ${outcome.optionId} ✓`);
    return { stopReason: 'end_turn' };
  })
  .onNotification(session.cancel, () => {})
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
process.stderr.write('sdk-agent is ready\n');
