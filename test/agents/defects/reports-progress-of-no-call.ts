import { defineDefect } from '../define-defect.ts';
import { notify } from '../message-lines.ts';

const PROGRESS = { progressToken: 1, progress: 1 };

export default defineDefect({
  does: 'tells the progress of an MCP request that nobody has sent',
  side: 'client',
  breaks: 'mcp/notification-is-for-an-active-request',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: (own) => ({
    triesAnExtension: (on) => [
      notify('mcp/message', {
        serverId: 'search',
        requestId: 'first',
        method: 'notifications/progress',
        params: PROGRESS,
      }),
      ...own.triesAnExtension(on),
    ],
  }),
});
