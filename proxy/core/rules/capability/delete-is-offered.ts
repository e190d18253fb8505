import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/delete'],
  capability('agent', { 1: 'sessionCapabilities.delete', 2: 'session.delete' }),
  {
    id: 'capability/delete-is-offered',
    requires:
      'The client deletes sessions only with an agent that says it can, with `sessionCapabilities.delete` (version 2: `session.delete`).',
    source: 'https://agentclientprotocol.com/protocol/v1/session-delete',
    peers: 'The agent answers -32601.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 session/delete {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ agent: { sessionCapabilities: { delete: null } } })}\n> 1 session/delete {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 session/delete {"sessionId":"old"}\n< 1 ok {}`, // supported but not offered
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/delete {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [
        `${handshake({ agent: { sessionCapabilities: { delete: {} } } })}\n> 1 session/delete {"sessionId":"old"}\n< 1 ok {}`,
        `${handshake({ version: 2, agent: { session: { delete: {} } } })}\n> 1 session/delete {"sessionId":"old"}\n< 1 ok {}`,
      ],
    },
  },
);
