import { stringAt } from '#core/json/json.ts';
import { envelopeKind } from '#core/protocol/envelope.ts';
import type { Exchange } from '#core/trace/exchanges.ts';

/** The MCP request in an `mcp/message`: its server and the agent's id for it. */
export interface McpRequest {
  readonly serverId: string;
  readonly requestId: string;
}

/** Undefined for other methods and for the old form of `mcp/message`, which names a connection instead. */
export function mcpRequestOf(method: string, params: unknown): McpRequest | undefined {
  if (envelopeKind(method) !== 'mcp') return undefined;
  const serverId = stringAt(params, 'serverId');
  const requestId = stringAt(params, 'requestId');
  return serverId === undefined || requestId === undefined ? undefined : { serverId, requestId };
}

/** Keeps the open MCP requests of the agent. */
export function createMcpRequests() {
  const active = new Map<string, Exchange>();
  const key = ({ serverId, requestId }: McpRequest) => JSON.stringify([serverId, requestId]);

  return {
    /** Adds a request. Returns the open request with the same id that it replaces. */
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
