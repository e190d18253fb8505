import { valueAt, stringAt } from '#core/json/json.ts';

/** A call inside the params of another call. It has no id of its own; the outer call has one. */
export interface WrappedCall {
  readonly method: string;
  readonly params: unknown;
}

/**
 * The kind of an envelope. `successor`: a message between a proxy and the next component of its chain, delivered by
 * the conductor. `mcp`: a message between the agent and an MCP server on the client's side. Sources:
 * https://agentclientprotocol.com/rfds/proxy-chains and https://agentclientprotocol.com/rfds/mcp-over-acp
 */
export type EnvelopeKind = 'successor' | 'mcp';

/**
 * Returns the envelope kind of a method. Conductors used the names with an underscore before ACP had the
 * methods, and still do.
 */
export function envelopeKind(method: string): EnvelopeKind | undefined {
  switch (method) {
    case 'proxy/successor':
    case '_proxy/successor':
      return 'successor';
    case 'mcp/message':
    case '_mcp/message':
      return 'mcp';
    default:
      return undefined;
  }
}

/**
 * Returns the call in an envelope; undefined for other methods, and for an envelope without a method. Looks
 * only at the method first, because it is called for every frame.
 */
export function unwrap(method: string, params: unknown): WrappedCall | undefined {
  if (envelopeKind(method) === undefined) return undefined;
  const inner = stringAt(params, 'method');
  return inner === undefined ? undefined : { method: inner, params: valueAt(params, 'params') };
}

/** True for an envelope with a call between a proxy and its successor. That call is judged instead of the envelope. */
export const wrapsForSuccessor = ({ method, params }: WrappedCall): boolean =>
  envelopeKind(method) === 'successor' && unwrap(method, params) !== undefined;

/** Envelopes nest: an MCP message for the successor is an envelope in an envelope. Deeper nesting has no use. */
const MAX_LAYERS = 4;

/** Returns all nested calls of an envelope, from the outermost in; empty for any other call. */
export function unwrapAll(method: string, params: unknown): readonly WrappedCall[] {
  const found: WrappedCall[] = [];
  let next = unwrap(method, params);
  while (next && found.length < MAX_LAYERS) {
    found.push(next);
    next = unwrap(next.method, next.params);
  }
  return found;
}

/** Moves a pointer from an enveloped call to the frame. Results, errors and ids belong to the envelope itself. */
export const pointerInEnvelope = (pointer: string): string =>
  /^\/(?:method|params)(?:\/|$)/.test(pointer) ? `/params${pointer}` : pointer;
