import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['session/close'], capability('agent', { 1: 'sessionCapabilities.close' }), {
  id: 'capability/close-is-offered',
  requires: 'The client closes sessions only with an agent that says it can, with `sessionCapabilities.close`.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'The agent answers -32601 and keeps the session. Ending the process frees it.',
  examples: {
    breaks: [
      `${handshakeAndSession()}\n> 1 session/close {"sessionId":"s"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshakeAndSession({ agent: { sessionCapabilities: { close: null } } })}\n> 1 session/close {"sessionId":"s"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshakeAndSession()}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}`, // supported but not offered
    ],
    keeps: [
      `${handshakeAndSession({ agent: { sessionCapabilities: { close: {} } } })}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}`,
    ],
  },
});
