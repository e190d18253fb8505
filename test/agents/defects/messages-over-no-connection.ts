import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'sends a message over a connection to an MCP server that it has not opened',
  side: 'agent',
  breaks: 'mcp/connection-is-open',
  besides: { 'jsonrpc/method-is-known agent': 'the method is not stable yet' },
  agent: () => ({
    triesAnExtension: () => [request(10, 'mcp/message', { connectionId: 'search-1', method: 'tools/list' })],
  }),
});
