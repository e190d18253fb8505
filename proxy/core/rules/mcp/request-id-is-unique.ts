import { defineRule } from '../engine/rule.ts';
import { CALL_TOOL, MCP_SESSION } from '../examples/mcp.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { createMcpRequests, mcpRequestOf } from '../helpers/mcp-requests.ts';

export default defineRule({
  id: 'mcp/request-id-is-unique',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The `requestId` of an `mcp/message` is not that of another one to the same server which has not been answered. It is not the id of the ACP request around it.',
  source: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  peers: 'The notifications of an MCP request name it by that id: those of one call are taken for those of the other.',
  start() {
    const active = createMcpRequests();
    return {
      request({ exchange }, verdict) {
        const request = mcpRequestOf(exchange.method, exchange.params);
        if (!request || exchange.opened.from !== 'agent') return;
        const before = active.open(request, exchange);
        if (!before) return verdict.kept();
        verdict.broken({
          seq: exchange.opened.seq,
          side: 'agent',
          message: 'the MCP request before it with this id has not been answered',
          seen: JSON.stringify(excerpt(request.requestId)),
          expected: 'an id of its own',
          pointer: '/params/requestId',
          related: [before.opened.seq],
        });
      },
      answered({ exchange }) {
        active.close(exchange);
      },
    };
  },
  examples: {
    breaks: [`${MCP_SESSION}\n${CALL_TOOL}\n${CALL_TOOL.replace('< 1', '< 2')}`],
    keeps: [
      `${MCP_SESSION}\n${CALL_TOOL}\n> 1 ok {"result":{"content":[]}}\n${CALL_TOOL.replace('< 1', '< 2')}`, // free again
    ],
  },
});
