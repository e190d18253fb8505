import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { updateNeedsCapability } from '../helpers/update-needs-capability.ts';

export default updateNeedsCapability(
  ['subagent_update', 'session_message', 'session_message_chunk'],
  capability('client', { 1: 'subagents' }),
  {
    id: 'capability/subagents-are-offered',
    grade: 'error',
    requires:
      'The agent shows its subagents as sessions only to a client that says it understands them, with `subagents`.',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/subagents',
    peers: 'Clients that do not know the update drop it, and then every update of the child.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}`,
        `${handshakeAndSession()}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"session_message_chunk","messageId":"m","content":{"type":"text","text":"Go on"}}}`,
        `${handshakeAndSession({ client: { _meta: { subagents: {} } } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}`, // an extension is another thing
      ],
      keeps: [
        `${handshakeAndSession({ client: { subagents: {} } })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"subagent_update","sessionId":"child","title":"Search"}}`,
      ],
    },
  },
);
