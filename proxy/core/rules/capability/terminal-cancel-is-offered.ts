import { handshakeAndSession } from '../examples/handshake.ts';
import { itemNeedsCancel } from '../helpers/item-needs-cancel.ts';

const ITEM = { method: 'terminal/cancel', variant: 'terminal_update', id: 'terminalId' };

export default itemNeedsCancel(ITEM, {
  id: 'capability/terminal-cancel-is-offered',
  requires: 'In version 2 the client cancels only terminals whose updates have `capabilities.cancel`.',
  source: 'https://agentclientprotocol.com/protocol/v2/draft/tool-calls#cancelling-terminals',
  peers: 'The agent answers -32602, and the command continues.',
  examples: {
    breaks: [
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"terminal_update","terminalId":"t","command":"make"}}\n> 1 terminal/cancel {"sessionId":"s","terminalId":"t"}`,
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"terminal_update","terminalId":"t","capabilities":{"cancel":{}}}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"terminal_update","terminalId":"t","capabilities":{}}}\n> 1 terminal/cancel {"sessionId":"s","terminalId":"t"}`, // they may have crossed: a warning
    ],
    keeps: [
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"terminal_update","terminalId":"t","capabilities":{"cancel":{}}}}\n> 1 terminal/cancel {"sessionId":"s","terminalId":"t"}`,
    ],
  },
});
