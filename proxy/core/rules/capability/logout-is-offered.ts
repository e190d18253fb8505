import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['logout'], capability('agent', { 1: 'auth.logout' }), {
  id: 'capability/logout-is-offered',
  requires: 'The client logs out only of an agent that says it can, with `auth.logout`.',
  source: 'https://agentclientprotocol.com/protocol/v1/authentication',
  peers: 'The agent answers -32601, and the user stays logged in.',
  examples: {
    breaks: [
      `${handshake()}\n> 1 logout {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake({ agent: { auth: {} } })}\n> 1 logout {}\n< 1 error {"code":-32601,"message":"Method not found"}`, // an empty `auth` offers nothing
      `${handshake()}\n> 1 logout {}\n< 1 ok {}`, // supported but not offered
    ],
    keeps: [`${handshake({ agent: { auth: { logout: {} } } })}\n> 1 logout {}\n< 1 ok {}`],
  },
});
