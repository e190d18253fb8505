import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { CALL_TOOL, MCP_SESSION } from '../examples/mcp.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { createMcpRequests, mcpRequestOf } from '../helpers/mcp-requests.ts';

const PROGRESS =
  '> mcp/message {"serverId":"m","requestId":"r","method":"notifications/progress","params":{"progressToken":1,"progress":1}}';

export default defineRule({
  id: 'mcp/notification-is-for-an-active-request',
  grade: 'warning',
  binds: 'client',
  versions: [1, 2],
  requires: 'A notification of the client in `mcp/message` is about an open request of the agent to that server.',
  source: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  peers: 'The agent knows no such request and drops the notification.',
  start() {
    const active = createMcpRequests();
    return {
      request({ exchange }) {
        const request = mcpRequestOf(exchange.method, exchange.params);
        if (request && exchange.opened.from === 'agent') active.open(request, exchange);
      },
      answered({ exchange }) {
        active.close(exchange);
      },
      notification({ notification: { method, params }, ref: { seq, from } }, verdict, trace) {
        const request = from === 'client' ? mcpRequestOf(method, params) : undefined;
        if (!request) return;
        if (active.isActive(request)) return verdict.kept();
        verdict.broken({
          seq,
          side: 'client',
          message: 'no MCP request to this server waits for its answer under this id',
          seen: JSON.stringify(excerpt(request.requestId)),
          expected: 'the requestId of one that does',
          pointer: '/params/requestId',
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${MCP_SESSION}\n${PROGRESS}`,
      `${MCP_SESSION}\n${CALL_TOOL}\n> 1 ok {"result":{"content":[]}}\n${PROGRESS}`, // after the answer
    ],
    keeps: [`${MCP_SESSION}\n${CALL_TOOL}\n${PROGRESS}\n> 1 ok {"result":{"content":[]}}`],
  },
});
