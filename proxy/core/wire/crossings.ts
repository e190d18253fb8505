import type { Delivery, Entry, FrameEntry, Sent, Side } from './entry.ts';
import { opposite } from './entry.ts';
import { injectedFrame } from './injected.ts';
import { createLineJoiner } from './join-lines.ts';
import { isOwnEvent } from './own-events.ts';

/** True for an entry that only a recording with interventions has: two connections, one on each side of acptap. */
export const hasHops = (entry: Entry): boolean =>
  entry.kind === 'event' ? entry.event.event === 'taking-part' : entry.kind === 'frame' && entry.sent !== undefined;

/**
 * Yields the entries before the first frame that is on its way, for a live recording with interventions: acptap may still
 * change the frame, or keep it.
 */
export function* untilOnItsWay(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) {
    if (entry.kind === 'frame' && !entry.sent) return;
    yield entry;
  }
}

/**
 * Sorts the entries of a recording with interventions by hop: between client and acptap, or between acptap and agent. A
 * frame crosses one hop when it is received, and the other when it is delivered. Process events and stderr belong to
 * both. Calls `cross` for each crossing in the order of time, with `sent` for a delivery. Keeps only frames that are on
 * their way. A receiver reads lines: bytes without a line end join the next frame.
 */
export function createCrossings(cross: (hop: Side, entry: Entry, sent?: Sent) => void) {
  const waiting = new Map<number, FrameEntry>(); // by seq: frames without a known delivery yet
  const toClient = createLineJoiner((entry, sent) => cross('client', entry, sent));
  const toAgent = createLineJoiner((entry, sent) => cross('agent', entry, sent));
  const lines = { client: toClient, agent: toAgent };
  let due: { readonly hop: Side; readonly entry: FrameEntry; readonly sent: Sent }[] = []; // by time

  function flush(until: number): void {
    const next = due.findIndex(({ entry }) => entry.elapsed > until);
    const passed = next === -1 ? due : due.slice(0, next);
    if (passed.length === 0) return;
    due = next === -1 ? [] : due.slice(next);
    for (const { hop, entry, sent } of passed) lines[hop].give(entry, sent);
  }

  function deliver(frame: FrameEntry, sent: Sent): void {
    const entry = givenFrame(frame, sent);
    if (!entry) return;
    const before = due.findLastIndex((other) => other.entry.elapsed <= entry.elapsed);
    due.splice(before + 1, 0, { hop: opposite(frame.from), entry, sent });
  }

  function restOfLines(): void {
    toClient.end();
    toAgent.end();
  }

  return {
    apply(entry: Entry): void {
      flush(entry.elapsed);
      if (entry.kind === 'frame') {
        cross(entry.from, entry);
        if (entry.sent) deliver(entry, entry.sent);
        else waiting.set(entry.seq, entry);
        return;
      }
      const injected = injectedFrame(entry);
      if (injected) return lines[opposite(injected.from)].give(injected);
      if (entry.kind === 'event' && entry.event.event === 'exit') restOfLines();
      cross('client', entry);
      cross('agent', entry);
    },
    deliver({ seq, sent }: Delivery): void {
      const frame = waiting.get(seq);
      waiting.delete(seq);
      if (frame) deliver(frame, sent);
      if (sent.elapsed !== undefined) flush(sent.elapsed); // perhaps no entry follows for a long time
    },
    /** Call this after the last entry. */
    end(): void {
      flush(Infinity);
      restOfLines();
    },
  };
}

/** A frame with the time and the bytes of its delivery; undefined for a frame that was not delivered. */
export function givenFrame({ seq, from, bytes, cut }: FrameEntry, sent: Sent): FrameEntry | undefined {
  if (sent.elapsed === undefined) return undefined;
  const given = sent.bytes ? { bytes: sent.bytes } : { bytes, ...(cut ? { cut } : {}) };
  return { kind: 'frame', seq, elapsed: sent.elapsed, from, ...given };
}

/** The frames that crossed the hop of one side, in the order of time, with the times and numbers of the recording. */
export function* crossingsOf(entries: Iterable<Entry>, side: Side): Generator<Entry> {
  let passed: Entry[] = [];
  const crossings = createCrossings((hop, entry) => hop === side && passed.push(entry));
  for (const entry of entries) {
    crossings.apply(entry);
    yield* passed;
    passed = [];
  }
  crossings.end();
  yield* passed;
}

/** The entries as a raw recording has them: without events of acptap and without deliveries. */
export function* receivedOf(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) {
    if (entry.kind === 'event' && isOwnEvent(entry.event.event)) continue;
    if (entry.kind !== 'frame' || !entry.sent) yield entry;
    else {
      const { sent: _sent, ...received } = entry;
      yield received;
    }
  }
}

/** The client's conversation: the frames that it wrote and received, in the form of a raw recording. */
export function* seenByClient(entries: Iterable<Entry>): Generator<Entry> {
  let passed: Entry[] = [];
  let crossings: ReturnType<typeof createCrossings> | undefined;
  for (const entry of entries) {
    if (!crossings && hasHops(entry)) crossings = createCrossings((hop, each) => hop === 'client' && passed.push(each));
    if (!crossings) yield entry;
    else {
      crossings.apply(entry);
      yield* receivedOf(passed);
      passed = [];
    }
  }
  crossings?.end();
  yield* receivedOf(passed);
}
