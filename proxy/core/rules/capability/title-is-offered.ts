import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/set_title'],
  capability('agent', { 1: 'sessionCapabilities.title', 2: 'session.title' }),
  {
    id: 'capability/title-is-offered',
    requires:
      'The client names sessions only with an agent that says it can, with `sessionCapabilities.title` (version 2: `session.title`).',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#session-capabilities',
    peers: 'The agent answers -32601. Titles that agents report of themselves need no capability.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ agent: { sessionCapabilities: { title: null } } })}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 ok {"title":"Licence"}`, // supported but not offered
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [
        `${handshake({ agent: { sessionCapabilities: { title: {} } } })}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 ok {"title":"Licence"}`,
        `${handshake({ version: 2, agent: { session: { title: {} } } })}\n> 1 session/set_title {"sessionId":"old","title":"Licence"}\n< 1 ok {"title":"Licence"}`,
      ],
    },
  },
);
