import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'names an MCP server by a command without its path',
  side: 'client',
  breaks: 'path/mcp-command-is-absolute',
  client: (own) => ({
    opensToday: changing(own.opensToday, '/usr/bin/files', 'files'),
  }),
});
