import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['auth/status'], capability('agent', { 1: 'auth.status', 2: 'auth.status' }), {
  id: 'capability/auth-status-is-offered',
  requires: 'The client asks whether the user is logged in only of an agent that says it can tell, with `auth.status`.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#agent-capabilities',
  peers: 'The agent answers -32601.',
  examples: {
    breaks: [
      `${handshake()}\n> 1 auth/status {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake({ agent: { auth: { logout: {} } } })}\n> 1 auth/status {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake()}\n> 1 auth/status {}\n< 1 ok {"state":"authenticated"}`, // supported but not offered
      `${handshake({ version: 2, agent: { session: {} } })}\n> 1 auth/status {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
    ],
    keeps: [`${handshake({ agent: { auth: { status: {} } } })}\n> 1 auth/status {}\n< 1 ok {"state":"authenticated"}`],
  },
});
