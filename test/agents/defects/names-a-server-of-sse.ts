import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'names an MCP server of a transport that the agent does not speak',
  side: 'client',
  breaks: 'capability/mcp-transport-is-offered',
  client: () => ({
    opensAnother: () => [
      request(13, 'session/new', {
        cwd: APP,
        mcpServers: [{ type: 'sse', name: 'docs', url: 'https://example.com/sse', headers: [] }],
      }),
    ],
  }),
});
