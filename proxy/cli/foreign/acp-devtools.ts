import { isObject, type JsonObject } from '#core/json/json.ts';
import { epochMs } from '#core/units.ts';
import { frame, isTime, type Foreign } from './foreign.ts';

const SIDES: Readonly<Record<string, 'client' | 'agent'>> = { 'editor-to-agent': 'client', 'agent-to-editor': 'agent' };

/** Reads an export of acp-devtools, version 1: one JSON document. Undefined for anything else. */
export function readAcpDevtools(document: unknown): Foreign | undefined {
  if (!isObject(document) || document['version'] !== 1) return undefined;
  const { session, messages } = document;
  if (!isObject(session) || !Array.isArray(messages) || !messages.every(isMessage)) return undefined;
  const { startedAt, name, agentCommand } = session;
  const [first] = messages;
  const start = isTime(startedAt) ? startedAt : first ? Number(first['timestamp']) : 0;
  return {
    tool: 'acp-devtools',
    header: {
      startedAt: epochMs(Math.max(0, Math.round(start))),
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof agentCommand === 'string' ? { command: agentCommand.split(' ') } : {}),
    },
    entries: messages.map(({ timestamp, direction, raw }, seq) =>
      frame(seq, (Number(timestamp) - start) * 1000, SIDES[String(direction)] ?? 'agent', String(raw)),
    ),
    lost: ['stderr', 'events of the process', 'line ends', 'times below a millisecond', 'quotes in the command'],
  };
}

const isMessage = (message: unknown): message is JsonObject =>
  isObject(message) &&
  isTime(message['timestamp']) &&
  typeof message['raw'] === 'string' &&
  Object.hasOwn(SIDES, String(message['direction']));
