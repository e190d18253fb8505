import { isObject, type JsonObject } from '#core/json/json.ts';
import { frame, isTime, type Foreign } from './foreign.ts';

/** A line of a conductor's trace. Components are `Client`, `Proxy(0)`, `Agent`; of old releases `client`, `proxy:0`. */
interface TraceLine extends JsonObject {
  readonly type: 'request' | 'response' | 'notification';
  /** Seconds. */
  readonly ts: number;
  readonly from: string;
  readonly to: string;
}

const isClient = (component: string) => component.toLowerCase() === 'client';

/**
 * Reads the trace of a chain of proxies, JSON Lines of the Rust conductor. Returns only the connection of the client.
 * Undefined for other lines.
 */
export function readConductor(lines: readonly unknown[]): Foreign | undefined {
  if (lines.length === 0 || !lines.every(isTraceLine)) return undefined;
  const ofClient = lines.filter(({ from, to, protocol }) => (isClient(from) || isClient(to)) && protocol !== 'mcp');
  const left = lines.length - ofClient.length;
  return {
    tool: 'the conductor',
    header: { command: ['conductor'] },
    entries: ofClient.map((line, seq) =>
      frame(seq, line.ts * 1e6, isClient(line.from) ? 'client' : 'agent', JSON.stringify(messageOf(line))),
    ),
    lost: [
      ...(left > 0 ? [`${left} messages behind the first component, or of MCP`] : []),
      'the exact bytes',
      'the ids of the wire',
      'stderr',
      'events of processes',
      'the date',
    ],
  };
}

function messageOf({ type, id, method, params, is_error: isError, payload }: TraceLine): object {
  const jsonrpc = '2.0';
  if (type === 'response') return { jsonrpc, id, [isError === true ? 'error' : 'result']: payload };
  const call = { method, ...(params === null || params === undefined ? {} : { params }) };
  return type === 'request' ? { jsonrpc, id, ...call } : { jsonrpc, ...call };
}

const isTraceLine = (line: unknown): line is TraceLine =>
  isObject(line) &&
  ['request', 'response', 'notification'].includes(String(line['type'])) &&
  isTime(Number(line['ts']) * 1000) &&
  typeof line['ts'] === 'number' &&
  typeof line['from'] === 'string' &&
  typeof line['to'] === 'string';
