import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/new', 'session/list', 'session/resume', 'session/close', 'session/prompt'],
  capability('agent', { 2: 'session' }),
  {
    id: 'capability/sessions-are-offered',
    requires: 'In version 2 the client uses sessions only of an agent that says it has them, with `session`.',
    source: 'https://agentclientprotocol.com/protocol/v2/draft/initialization#agent-capabilities',
    peers: 'The agent answers -32601.',
    examples: {
      breaks: [
        `${handshake({ version: 2 })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ version: 2, agent: { session: null } })}\n> 1 session/list {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ version: 2 })}\n> 1 session/list {}\n< 1 ok {"sessions":[]}`, // supported but not offered
      ],
      keeps: [
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}`,
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/list {}\n< 1 ok {"sessions":[]}`,
      ],
    },
  },
);
