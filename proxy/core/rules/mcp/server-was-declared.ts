import { valueAt, stringAt } from '#core/json/json.ts';
import { envelopeKind } from '#core/protocol/envelope.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { CALL_TOOL, MCP_SESSION } from '../examples/mcp.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** How many servers are remembered. */
const MAX_REMEMBERED = 1024;

export default defineRule({
  id: 'mcp/server-was-declared',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent sends `mcp/message` to MCP servers that the client has given a session on this connection, by the `serverId` it gave them.',
  source: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  peers: 'The client has nobody to hand the message to and answers with an error: the tool call fails.',
  start() {
    const declared = new Set<string>();
    let forgets = false;

    function declare(servers: unknown): void {
      if (!Array.isArray(servers)) return;
      for (const server of servers) {
        const id = stringAt(server, 'serverId') ?? stringAt(server, 'id'); // renamed in 2026
        if (id === undefined || stringAt(server, 'type') !== 'acp') continue;
        if (declared.size < MAX_REMEMBERED) declared.add(id);
        else forgets = true;
      }
    }

    return {
      request({ exchange: { method, params, opened } }, verdict, trace) {
        if (opened.from === 'client') return opensSession(method) ? declare(valueAt(params, 'mcpServers')) : undefined;
        const id = envelopeKind(method) === 'mcp' ? stringAt(params, 'serverId') : undefined;
        if (id === undefined) return;
        if (declared.has(id)) return verdict.kept();
        if (forgets) return;
        verdict.broken({
          seq: opened.seq,
          side: 'agent',
          message: 'the client has declared no MCP server with this id',
          seen: JSON.stringify(excerpt(id)),
          expected: 'the serverId of a server of type acp',
          pointer: '/params/serverId',
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${MCP_SESSION}\n${CALL_TOOL.replace('"m"', '"other"')}`,
      `${MCP_SESSION}\n${CALL_TOOL.replace('"m"', '"files"')}`, // its name
    ],
    keeps: [`${MCP_SESSION}\n${CALL_TOOL}\n> 1 ok {"result":{"content":[]}}`],
  },
});
