import { decodeFrame } from '#core/wire/decode-frame.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { opposite, type Entry, type Side } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { Foreign } from './foreign.ts';

interface Frame {
  readonly bytes: Uint8Array;
  /** The ids of its requests and of its responses, as JSON. */
  readonly asks: readonly string[];
  readonly answers: readonly string[];
}

/**
 * Makes a recording of logs that `tee` wrote of the streams of one connection. The logs have no times. The order
 * between both sides is chosen so that no response comes before its request: the client begins and answers at once, and
 * the agent writes all that it can before the client continues.
 */
export function readTeeLogs(logs: Readonly<Partial<Record<Side, Uint8Array>>>): Foreign {
  const queues = { client: framesOf(logs.client), agent: framesOf(logs.agent) };
  const asked = { client: new Set<string>(), agent: new Set<string>() };
  const next = { client: 0, agent: 0 };
  const entries: Entry[] = [];

  const head = (side: Side) => queues[side][next[side]];

  /** Whether the next frame of a side answers only requests that were made. A side without a log has made them all. */
  const isDue = (side: Side) =>
    logs[opposite(side)] === undefined || (head(side)?.answers ?? []).every((id) => asked[opposite(side)].has(id));

  function take(side: Side): boolean {
    const frame = head(side);
    if (!frame) return false;
    for (const id of frame.asks) asked[side].add(id);
    next[side] += 1;
    const seq = entries.length;
    entries.push({ kind: 'frame', seq: seqOf(seq), elapsed: elapsedUs(seq), from: side, bytes: frame.bytes });
    return true;
  }

  const hasSpoken = () => next.client > 0 || logs.client === undefined;
  const answersNow = () => (head('client')?.answers.length ?? 0) > 0 && isDue('client');
  while (head('client') ?? head('agent')) {
    const isAgents = head('agent') !== undefined && hasSpoken() && isDue('agent') && !answersNow();
    const side: Side = !isAgents && head('client') && isDue('client') ? 'client' : 'agent';
    if (!take(side)) take(opposite(side)); // a response without a request
  }
  const both = logs.client && logs.agent;
  return {
    tool: 'a log of frames',
    header: {},
    entries,
    lost: [
      'all times',
      ...(both ? ['the order between both sides'] : ['the other side']),
      'stderr',
      'events of the process',
    ],
  };
}

function framesOf(log: Uint8Array | undefined): readonly Frame[] {
  const splitter = createFrameSplitter();
  const frames = [...splitter.push(log ?? new Uint8Array()), ...[splitter.flush() ?? []].flat()];
  return frames.map((bytes) => {
    const decoded = decodeFrame(bytes);
    const messages: readonly Message[] =
      decoded.kind === 'json' ? decoded.parts.flatMap(({ message }) => message ?? []) : [];
    const ids = (kind: Message['kind']) =>
      messages.flatMap((message) => (message.kind === kind && 'id' in message ? [JSON.stringify(message.id)] : []));
    return { bytes, asks: ids('request'), answers: ids('response') };
  });
}
