import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'sends a message to an MCP server that the client does not have',
  side: 'agent',
  breaks: 'mcp/server-was-declared',
  besides: { 'jsonrpc/method-is-known agent': 'the method is not stable yet' },
  agent: () => ({
    triesAnExtension: () => [
      request(10, 'mcp/message', { serverId: 'search', requestId: 'first', method: 'tools/list' }),
    ],
  }),
});
