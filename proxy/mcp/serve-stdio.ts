import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type ServerPorts } from './create-server.ts';

/** Serves on stdin and stdout. stdout then has only messages of MCP. */
export async function serveStdio(ports: ServerPorts): Promise<{ readonly close: () => Promise<void> }> {
  const server = createMcpServer(ports);
  await server.connect(new StdioServerTransport());
  return server;
}
