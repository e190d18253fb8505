import { valueAt, stringAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer, type Capability } from '../helpers/capability.ts';

const needs: ReadonlyMap<string, Capability> = new Map([
  ['http', capability('agent', { 1: 'mcpCapabilities.http', 2: 'session.mcp.http' }, { isFlag: true })],
  ['sse', capability('agent', { 1: 'mcpCapabilities.sse' }, { isFlag: true })],
  ['acp', capability('agent', { 1: 'mcpCapabilities.acp', 2: 'session.mcp.acp' }, { isFlag: true })],
  ['stdio', capability('agent', { 2: 'session.mcp.stdio' })],
]);

export default defineRule({
  id: 'capability/mcp-transport-is-offered',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The client names MCP servers only of the transports that the agent says it speaks, in its MCP capabilities. In version 1 every agent starts servers over stdio.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers',
  peers: 'Agents refuse the session, or open it without the server: its tools are missing.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const servers = opensSession(method) && opened.from === 'client' ? valueAt(params, 'mcpServers') : undefined;
      if (!Array.isArray(servers)) return;
      let kept = false;
      for (const [index, server] of servers.entries()) {
        const type = stringAt(server, 'type') ?? '';
        const needed = needs.get(type);
        const offer = needed ? capabilityOffer(trace, needed) : 'unknown';
        if (!needed || offer === 'unknown') continue;
        kept = offer === 'yes';
        if (kept) continue;
        const { name, ...rest } = missingCapability(trace, needed);
        return verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: `an MCP server of type ${type} needs ${name}, which the agent did not offer`,
          pointer: `/params/mcpServers/${index}/type`,
          ...rest,
        });
      }
      if (kept) verdict.kept();
    },
  }),
  examples: {
    breaks: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp","headers":[]}]}`,
      `${handshake({ agent: { mcpCapabilities: { http: true } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"type":"sse","name":"docs","url":"https://example.com/sse","headers":[]}]}`,
      `${handshake({ version: 2, agent: { session: {} } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"type":"stdio","name":"docs","command":"/usr/bin/docs"}]}`,
    ],
    keeps: [
      `${handshake({ agent: { mcpCapabilities: { http: true } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"name":"local","command":"/usr/bin/docs","args":[],"env":[]},{"type":"http","name":"docs","url":"https://example.com/mcp","headers":[]}]}`,
      `${handshake({ version: 2, agent: { session: { mcp: { stdio: {} } } } })}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[{"type":"stdio","name":"docs","command":"/usr/bin/docs"}]}`,
    ],
  },
});
