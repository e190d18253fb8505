import { handshake } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(['session/resume'], capability('agent', { 1: 'sessionCapabilities.resume' }), {
  id: 'capability/resume-is-offered',
  requires: 'The client resumes sessions only with an agent that says it can, with `sessionCapabilities.resume`.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'The agent answers -32601. Editors fall back on session/load, which most agents have.',
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake({ agent: { sessionCapabilities: { resume: null } } })}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n< 1 error {"code":-32601,"message":"Method not found"}`,
      `${handshake()}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {}`, // supported but not offered
    ],
    keeps: [
      `${handshake({ agent: { sessionCapabilities: { resume: {} } } })}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {}`,
    ],
  },
});
