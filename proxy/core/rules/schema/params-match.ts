import { defineRule } from '../engine/rule.ts';
import { CHUNK, PROMPT, update } from '../examples/turn.ts';
import { toBreach, watchValues } from '../helpers/schema-issues.ts';

export default defineRule({
  id: 'schema/params-match',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'The params of a request or notification have every member that the schema of the version requires, and members of the right type.',
  source: 'https://agentclientprotocol.com/protocol/v1/schema',
  peers:
    'A request is answered with -32602. A notification is dropped: the TypeScript SDK logs it, the Rust SDK says nothing, and the user never sees the update.',
  start: () => watchValues({ in: 'params', wants: ({ grade }) => grade === 'hard', breachOf: toBreach }),
  examples: {
    breaks: [
      '> 1 session/prompt {"sessionId":"s"}', // no prompt
      '> 1 session/prompt {"sessionId":"s","prompt":"hello"}', // a string in place of a list
      '> 1 session/list []',
      '> 1 session/new {"cwd":"/a","mcpServer":[]}', // did you mean mcpServers?
      `${PROMPT}\n${update('agent_mesage_chunk', { content: { type: 'text', text: 'hi' } })}`,
      `${PROMPT}\n${update('agent_message_chunk', { content: 'hi' })}`,
      `${PROMPT}\n${update('plan', { steps: [] })}`, // as an old page had it
      update('current_mode_update', { modeId: 'code' }), // currentModeId
      update('config_options_update', { configOptions: [] }),
      '> 0 initialize {"protocolVersion":2,"capabilities":{}}', // version 2 requires `info`
    ],
    keeps: [
      '> 1 session/list {}',
      '> 1 session/list null', // null is like a missing member
      '> 1 session/list',
      '> session/cancel {"sessionId":"s","_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}',
      '> 1 session/new {"cwd":"/a","mcpServers":[{"name":"files","command":"/bin/files","args":null,"env":null}]}', // null is empty
      `${PROMPT}\n${CHUNK}`,
    ],
  },
});
