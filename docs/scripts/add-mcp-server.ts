// Gives each new session one more MCP server.
import { defineScript } from 'acptap/script';

const SERVER = { name: 'files', command: '/usr/local/bin/mcp-files', args: ['--read-only'], env: [] };

export default defineScript({
  frame(frame) {
    if (frame.kind !== 'request') return undefined;
    if (frame.method === 'session/new')
      return frame.withParams({ ...frame.params, mcpServers: [...frame.params.mcpServers, SERVER] });
    return undefined;
  },
});
