import { handshake } from './handshake.ts';

/** For examples: a session whose client provides an MCP server `m` over ACP. */
export const MCP_SESSION = `${handshake({ agent: { mcpCapabilities: { acp: true } } })}
> "b" session/new {"cwd":"/home/me/app","mcpServers":[{"type":"acp","name":"files","serverId":"m"}]}
< "b" ok {"sessionId":"s"}`;

/** Calls one of its tools. */
export const CALL_TOOL =
  '< 1 mcp/message {"serverId":"m","requestId":"r","method":"tools/call","params":{"name":"read"}}';

/** A connection `c` to it, in the form that ACP had until August 2026. */
export const MCP_CONNECTION = `${MCP_SESSION}\n< 1 mcp/connect {"serverId":"m"}\n> 1 ok {"connectionId":"c"}`;
