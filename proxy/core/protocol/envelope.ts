import { at, stringAt } from '#core/wire/json.ts';

/** A call as it stands inside another one's params. It has no id of its own: the one around it has. */
export interface WrappedCall {
  readonly method: string;
  readonly params: unknown;
}

/**
 * What a call carries for somebody else. `successor`: a message between a proxy and the component behind it, which the conductor of
 * their chain delivers. `mcp`: a message between the agent and an MCP server that the client's side provides.
 * Sources: https://agentclientprotocol.com/rfds/proxy-chains and https://agentclientprotocol.com/rfds/mcp-over-acp
 */
export type EnvelopeKind = 'successor' | 'mcp';

/** Which envelope a method is. The names with an underscore are what conductors spoke before the methods were ACP's, and still do. */
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
 * The call in an envelope; undefined for every other method, and where the envelope names none. Whoever asks for every frame pays for
 * no more than a look at the method.
 */
export function unwrap(method: string, params: unknown): WrappedCall | undefined {
  if (envelopeKind(method) === undefined) return undefined;
  const inner = stringAt(params, 'method');
  return inner === undefined ? undefined : { method: inner, params: at(params, 'params') };
}

/** Whether a call carries one between a proxy and its successor, which then is judged in its place. */
export const wrapsForSuccessor = ({ method, params }: WrappedCall): boolean =>
  envelopeKind(method) === 'successor' && unwrap(method, params) !== undefined;

/** Envelopes in envelopes: an MCP message for the successor is one in one. Deeper ones are nobody's conversation. */
const MOST_LAYERS = 4;

/** All calls that a call carries, from the outermost in; none where it is no envelope. */
export function unwrapAll(method: string, params: unknown): readonly WrappedCall[] {
  const found: WrappedCall[] = [];
  let next = unwrap(method, params);
  while (next && found.length < MOST_LAYERS) {
    found.push(next);
    next = unwrap(next.method, next.params);
  }
  return found;
}

/** Where in the frame a member of a call in a successor's envelope stands. What it answers, and ids, are the envelope's own. */
export const pointerInEnvelope = (pointer: string): string =>
  /^\/(?:method|params)(?:\/|$)/.test(pointer) ? `/params${pointer}` : pointer;
