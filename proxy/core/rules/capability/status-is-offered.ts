import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/status'],
  capability('agent', { 1: 'sessionCapabilities.status', 2: 'session.status' }),
  {
    id: 'capability/status-is-offered',
    requires:
      'The client asks how a session is only with an agent that says it can, with `sessionCapabilities.status` (version 2: `session.status`).',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#session-capabilities',
    peers: 'The agent answers -32601.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 session/status {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ agent: { sessionCapabilities: { status: null } } })}\n> 1 session/status {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 session/status {"sessionId":"old"}\n< 1 ok {"status":"saved"}`, // supported but not offered
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/status {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [
        `${handshake({ agent: { sessionCapabilities: { status: {} } } })}\n> 1 session/status {"sessionId":"old"}\n< 1 ok {"status":"saved"}`,
        `${handshake({ version: 2, agent: { session: { status: {} } } })}\n> 1 session/status {"sessionId":"old"}\n< 1 ok {"status":"saved"}`,
      ],
    },
  },
);
