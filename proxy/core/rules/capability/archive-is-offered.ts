import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/archive', 'session/unarchive'],
  capability('agent', { 1: 'sessionCapabilities.archive', 2: 'session.archive' }),
  {
    id: 'capability/archive-is-offered',
    requires:
      'The client archives sessions, or takes them back, only with an agent that says it can, with `sessionCapabilities.archive` (version 2: `session.archive`).',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#session-capabilities',
    peers: 'The agent answers -32601.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 session/archive {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ agent: { sessionCapabilities: { archive: null } } })}\n> 1 session/archive {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 session/archive {"sessionId":"old"}\n< 1 ok {}`, // supported but not offered
        `${handshake()}\n> 1 session/unarchive {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/archive {"sessionId":"old"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [
        `${handshake({ agent: { sessionCapabilities: { archive: {} } } })}\n> 1 session/archive {"sessionId":"old"}\n< 1 ok {}`,
        `${handshake({ version: 2, agent: { session: { archive: {} } } })}\n> 1 session/archive {"sessionId":"old"}\n< 1 ok {}`,
      ],
    },
  },
);
