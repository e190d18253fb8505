import { defineDefectV2 } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { APP } from '../names.ts';

export default defineDefectV2({
  does: 'uses a method of version 1',
  side: 'client',
  breaks: 'jsonrpc/method-is-in-version',
  client: () => ({
    lists: () => [request(5, 'session/load', { sessionId: 'yesterday', cwd: APP, mcpServers: [] })],
  }),
});
