import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['session/fork'],
  capability('agent', { 1: 'sessionCapabilities.fork', 2: 'session.fork' }),
  {
    id: 'capability/fork-is-offered',
    requires:
      'The client forks sessions only with an agent that says it can, with `sessionCapabilities.fork` (version 2: `session.fork`).',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/session-setup',
    peers: 'The agent answers -32601.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake({ agent: { sessionCapabilities: { fork: null } } })}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {"sessionId":"new"}`, // supported but not offered
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [
        `${handshake({ agent: { sessionCapabilities: { fork: {} } } })}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {"sessionId":"new"}`,
        `${handshake({ version: 2, agent: { session: { fork: {} } } })}\n> 1 session/fork {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {"sessionId":"new"}`,
      ],
    },
  },
);
