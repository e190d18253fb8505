import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { FILE, SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends the agent a request that only agents send',
  side: 'client',
  breaks: 'jsonrpc/method-goes-the-right-way',
  client: () => ({
    triesAnExtension: () => [request('ten', 'fs/read_text_file', { sessionId: SESSION, path: FILE })],
  }),
});
