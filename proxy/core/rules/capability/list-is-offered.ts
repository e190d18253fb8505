import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['session/list'], capability('agent', { 1: 'sessionCapabilities.list' }), {
  id: 'capability/list-is-offered',
  requires: 'The client lists sessions only with an agent that says it can, with `sessionCapabilities.list`.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-list',
  peers: 'The agent answers -32601. Editors show no history of such an agent.',
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/list {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake({ agent: { sessionCapabilities: { list: null } } })}\n> 1 session/list {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake()}\n> 1 session/list {}\n< 1 ok {"sessions":[]}`, // supported but not offered
    ],
    keeps: [
      `${handshake({ agent: { sessionCapabilities: { list: {} } } })}\n> 1 session/list {}\n< 1 ok {"sessions":[]}`,
    ],
  },
});
