import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['session/load'], capability('agent', { 1: 'loadSession' }, { isFlag: true }), {
  id: 'capability/load-is-offered',
  requires: 'The client loads sessions only of an agent that says it can, with `loadSession`.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions',
  peers: 'The agent answers -32601. Editors offer no old sessions of such an agent.',
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake({ agent: { loadSession: false } })}\n> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake()}\n> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {}`, // supported but not offered
    ],
    keeps: [
      `${handshake({ agent: { loadSession: true } })}\n> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {}`,
    ],
  },
});
