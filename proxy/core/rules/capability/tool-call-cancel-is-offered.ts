import { handshakeAndSession } from '../examples/handshake.ts';
import { itemNeedsCancel } from '../helpers/item-needs-cancel.ts';

const ITEM = { method: 'tool_call/cancel', variant: 'tool_call_update', id: 'toolCallId' };

export default itemNeedsCancel(ITEM, {
  id: 'capability/tool-call-cancel-is-offered',
  requires:
    'In version 2 the client cancels only tool calls that the agent marks as cancellable with `capabilities.cancel`.',
  source: 'https://agentclientprotocol.com/protocol/v2/draft/tool-calls#cancelling-tool-calls',
  peers: 'The agent answers -32602, and the tool call continues.',
  examples: {
    breaks: [
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","title":"Build"}}\n> 1 tool_call/cancel {"sessionId":"s","toolCallId":"t"}`,
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","title":"Build","capabilities":{"cancel":{}}}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","capabilities":null}}\n> 1 tool_call/cancel {"sessionId":"s","toolCallId":"t"}`, // they may have crossed: a warning
    ],
    keeps: [
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","title":"Build","capabilities":{"cancel":{}}}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"in_progress"}}\n> 1 tool_call/cancel {"sessionId":"s","toolCallId":"t"}`, // a patch without the member changes nothing
    ],
  },
});
