import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

const call = (id: number): string =>
  request(id, 'mcp/message', { serverId: 'search', requestId: 'first', method: 'tools/list' });

export default defineDefect({
  does: 'sends an MCP server two requests of one id at once',
  side: 'agent',
  breaks: 'mcp/request-id-is-unique',
  besides: {
    'jsonrpc/method-is-known agent': 'the method is not stable yet',
    'mcp/server-was-declared agent': 'declaring the server would be another step',
  },
  agent: () => ({ triesAnExtension: () => [call(10), call(20)] }),
});
