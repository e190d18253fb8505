import { envelopeKind } from '#core/protocol/envelope.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { stringAt } from '#core/wire/json.ts';

/** What an `mcp/message` is about: a request to a server, by the agent's own id for it. */
export interface McpRequest {
  readonly serverId: string;
  readonly requestId: string;
}

/** Undefined for other methods, and for the form of `mcp/message` that went over a connection, without ids of its own. */
export function mcpRequestOf(method: string, params: unknown): McpRequest | undefined {
  if (envelopeKind(method) !== 'mcp') return undefined;
  const serverId = stringAt(params, 'serverId');
  const requestId = stringAt(params, 'requestId');
  return serverId === undefined || requestId === undefined ? undefined : { serverId, requestId };
}

/** Keeps the MCP requests of the agent that wait for their answer. */
export function createMcpRequests() {
  const active = new Map<string, Exchange>();
  const key = ({ serverId, requestId }: McpRequest) => JSON.stringify([serverId, requestId]);

  return {
    /** The one that was open under the same id; the newer one takes its place. */
    open(request: McpRequest, exchange: Exchange): Exchange | undefined {
      const before = active.get(key(request));
      active.set(key(request), exchange);
      return before;
    },
    close(exchange: Exchange): void {
      const request = mcpRequestOf(exchange.method, exchange.params);
      if (request && active.get(key(request)) === exchange) active.delete(key(request));
    },
    isActive: (request: McpRequest): boolean => active.has(key(request)),
  };
}
