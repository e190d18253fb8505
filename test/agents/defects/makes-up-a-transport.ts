import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'names an MCP server of a transport that ACP does not have',
  side: 'client',
  breaks: 'schema/variants-are-known',
  client: () => ({
    opensAnother: () => [
      request(13, 'session/new', {
        cwd: APP,
        mcpServers: [{ type: 'pipe', name: 'docs', command: '/bin/docs', args: [], env: [] }],
      }),
    ],
  }),
});
