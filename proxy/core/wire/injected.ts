import { decodeBody, encodeBody } from './encode-body.ts';
import { opposite, type Entry, type EventEntry, type FrameEntry, type Side, type Why } from './entry.ts';

/** The event for a line that acptap itself wrote to one side. `why` lists all interventions that made the line. */
export const toInjectedEvent = (toward: Side, bytes: Uint8Array, why: readonly Why[]): EventEntry['event'] => ({
  event: 'injected',
  toward,
  ...(JSON.parse(`{${encodeBody(bytes, true)}}`) as object), // an object, by its braces
  why,
});

/** The line of an `injected` event as its receiver saw it: a frame of the other side. Undefined for other entries. */
export function injectedFrame(entry: Entry): FrameEntry | undefined {
  if (entry.kind !== 'event' || entry.event.event !== 'injected') return undefined;
  const members: Readonly<Record<string, unknown>> = entry.event;
  const { toward } = members;
  const bytes = decodeBody(members);
  if (!bytes || (toward !== 'client' && toward !== 'agent')) return undefined;
  return { kind: 'frame', seq: entry.seq, elapsed: entry.elapsed, from: opposite(toward), bytes };
}

/** An `injected` event with `bytes` as its line. */
export function withInjectedBytes(entry: EventEntry, bytes: Uint8Array): EventEntry {
  const {
    json: _json,
    text: _text,
    base64: _base64,
    why,
    ...event
  } = entry.event as EventEntry['event'] & Record<string, unknown>;
  const body = JSON.parse(`{${encodeBody(bytes, true)}}`) as object; // an object, by its braces
  return { ...entry, event: { ...event, ...body, ...(why === undefined ? {} : { why }) } };
}
