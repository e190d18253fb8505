import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['providers/list', 'providers/set', 'providers/disable'],
  capability('agent', { 1: 'providers', 2: 'providers' }),
  {
    id: 'capability/providers-are-offered',
    requires: 'The client configures model providers only of an agent that says it can, with `providers`.',
    source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#agent-capabilities',
    peers: 'The agent answers -32601, and keeps its provider.',
    examples: {
      breaks: [
        `${handshake()}\n> 1 providers/list {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 providers/disable {"providerId":"p"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshake()}\n> 1 providers/list {}\n< 1 ok {"providers":[]}`, // supported but not offered
        `${handshake({ version: 2, agent: { session: {} } })}\n> 1 providers/list {}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      ],
      keeps: [`${handshake({ agent: { providers: {} } })}\n> 1 providers/list {}\n< 1 ok {"providers":[]}`],
    },
  },
);
