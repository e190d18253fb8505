import { stringAt } from '#core/json/json.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['terminal/create', 'terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'],
  capability('client', { 1: 'terminal' }, { isFlag: true }),
  {
    id: 'capability/terminals-are-offered',
    requires:
      'The agent uses terminals of the client only where the client says it has them, with `terminal`. Reported when a terminal is created, not when it is used.',
    source: 'https://agentclientprotocol.com/protocol/v1/terminals',
    peers: 'The client answers -32601. WebStorm offers no terminals: agents run commands themselves there.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshakeAndSession({ client: { terminal: false } })}\n< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshakeAndSession({ client: { _meta: { terminal_output: true } } })}\n< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 error {"code":-32601,"message":"Method not found"}`, // an extension is no terminal
        `${handshakeAndSession()}\n< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 ok {"terminalId":"t"}`, // supported but not offered
      ],
      keeps: [
        `${handshakeAndSession({ client: { terminal: true } })}\n< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 ok {"terminalId":"t"}`,
      ],
    },
  },
  {
    followsFromAnother: ({ params, session }, trace) =>
      trace.terminal(stringAt(params, 'terminalId') ?? '', session) !== undefined,
  },
);
