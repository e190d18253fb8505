import { valueAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { firstRelative } from '../helpers/absolute-path.ts';

const commandOf = (server: unknown): unknown => valueAt(server, 'command');

export default defineRule({
  id: 'path/mcp-command-is-absolute',
  grade: 'note',
  binds: 'client',
  versions: [1, 2],
  requires: 'The command of an MCP server is an absolute path. Version 2 insists on it.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers',
  peers: 'A name like npx is very common. The agent finds it only if it was started with the user’s PATH.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      if (opened.from !== 'client' || !opensSession(method)) return;
      const servers = valueAt(params, 'mcpServers');
      if (!Array.isArray(servers) || !servers.some((server) => typeof commandOf(server) === 'string')) return;
      const found = firstRelative(servers, commandOf);
      if (!found) return verdict.kept();
      const { index, ...rest } = found;
      verdict.broken({
        seq: opened.seq,
        side: 'client',
        message: 'the command of an MCP server is not an absolute path',
        pointer: `/params/mcpServers/${index}/command`,
        ...rest,
        ...(trace.version() === 2 ? { grade: 'error' } : {}),
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"name":"docs","command":"npx","args":["docs"],"env":[]}]}',
      `${handshake({ version: 2, agent: { session: { mcp: { stdio: {} } } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"type":"stdio","name":"docs","command":"npx"}]}`, // an error
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"name":"docs","command":"/usr/bin/npx","args":["docs"],"env":[]}]}',
    ],
  },
});
