import { isObject } from '#core/json/json.ts';
import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { LiveNames } from './live-names.ts';
import type { ClientStep } from './plan.ts';

/** A frame to send, and its notes for the report. */
export interface LiveFrame {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

const PLACEHOLDER = /\[redacted-\d+\]/;

/**
 * Translates a recorded frame for the live agent: live ids and paths. Keeps the request ids, which the client chooses.
 * Leaves out MCP servers with redacted secrets, because they could not start.
 */
export function toLiveFrame({ bytes, message }: ClientStep, names: LiveNames): LiveFrame {
  const recorded = decodeUtf8(bytes);
  if (!message || recorded === undefined) return { bytes, notes: [] };
  const { text, dropped } = withoutRedactedServers(recorded, message.params);
  const json = names.toLive(text);
  const notes = dropped.map(
    (name) =>
      `the MCP server ${name} was left out of ${message.method}: the recording has only placeholders for its secrets`,
  );
  if (PLACEHOLDER.test(json)) notes.push(`${message.method} was sent with a placeholder of the redacted recording`);
  return { bytes: json === recorded ? bytes : encodeUtf8(json), notes };
}

function withoutRedactedServers(text: string, params: unknown) {
  const servers: unknown = isObject(params) ? params['mcpServers'] : undefined;
  if (!Array.isArray(servers)) return { text, dropped: [] };
  const redacted = servers.filter((server: unknown) => PLACEHOLDER.test(JSON.stringify(server)));
  if (redacted.length === 0) return { text, dropped: [] };
  const frame = JSON.parse(text) as object; // it was decoded as a message
  const kept = servers.filter((server: unknown) => !redacted.includes(server));
  return {
    text: `${JSON.stringify({ ...frame, params: { ...(params as object), mcpServers: kept } })}\n`, // an object
    dropped: redacted.map((server: unknown) => (isObject(server) ? JSON.stringify(server['name']) : 'without a name')),
  };
}

/** The answer to a request of the live agent. The id keeps its digits. */
export function answerFrame(id: IdToken, outcome: Outcome): Uint8Array {
  const [name, value] = outcome.ok ? ['result', outcome.result ?? null] : ['error', outcome.error];
  return encodeUtf8(`{"jsonrpc":"2.0","id":${id},"${name}":${JSON.stringify(value)}}\n`);
}
