import { decodeLossy, LF } from '#core/wire/bytes.ts';
import type { Entry, EventEntry, Side } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import { isObject } from '#core/wire/json.ts';
import { elapsedUs, seqOf, type ElapsedUs } from '#core/wire/units.ts';
import type { SpoolRecord } from '../shim/spool-format.ts';

/**
 * Turns chunks into entries. Depends on nothing but the records it is given, so whoever reads a spool from its beginning gets the
 * same entries with the same numbers.
 */
export function createAssembler() {
  let count = 0;
  let last = 0;
  const splitters = { client: createFrameSplitter(), agent: createFrameSplitter() };
  const nextSeq = () => seqOf(count++);

  const frame = (from: Side, at: ElapsedUs, bytes: Uint8Array): Entry => ({
    kind: 'frame',
    seq: nextSeq(),
    at,
    from,
    bytes,
  });
  const event = (at: ElapsedUs, value: EventEntry['event']): Entry => ({
    kind: 'event',
    seq: nextSeq(),
    at,
    event: value,
  });

  /** What a direction left unterminated. */
  function rest(from: Side, at: ElapsedUs): Entry[] {
    const bytes = splitters[from].flush();
    return bytes ? [frame(from, at, bytes)] : [];
  }

  function applyEvent(at: ElapsedUs, value: EventEntry['event']): Entry[] {
    const closed = value.event === 'eof' && 'of' in value ? value.of : undefined;
    const before = closed === 'client' || closed === 'agent' ? rest(closed, at) : [];
    if (value.event === 'exit' || value.event === 'interrupted')
      before.push(...rest('client', at), ...rest('agent', at));
    return [...before, event(at, value)];
  }

  return {
    apply({ tag, elapsedUs: when, bytes }: SpoolRecord): Entry[] {
      last = Math.max(last, when); // records of one shim are in order; a foreign file may not be
      const at = elapsedUs(last);
      switch (tag) {
        case 'c':
          return [...splitters.client.push(bytes)].map((each) => frame('client', at, each));
        case 'a':
          return [...splitters.agent.push(bytes)].map((each) => frame('agent', at, each));
        case 's':
          return stderrPieces(bytes).map((piece) => ({
            kind: 'stderr',
            seq: nextSeq(),
            at,
            from: 'stderr',
            bytes: piece,
          }));
        case 'e':
          return applyEvent(at, readEvent(bytes) ?? { event: 'unknown-record', tag, bytes: bytes.length });
        default:
          return [event(at, { event: 'unknown-record', tag, bytes: bytes.length })];
      }
    },
    /** Entries that end the recording, for a shim that was killed. `when` in microseconds, if it is known; not before the last record. */
    interrupt(when = 0, damage?: EventEntry['event']): Entry[] {
      last = Math.max(last, when);
      const at = elapsedUs(last);
      return [...(damage ? applyEvent(at, damage) : []), ...applyEvent(at, { event: 'interrupted' })];
    },
    /** Microseconds since the start of the last record. */
    lastAt: (): number => last,
  };
}

/** Undefined for what the shim has never written: somebody changed the file. */
function readEvent(bytes: Uint8Array): EventEntry['event'] | undefined {
  try {
    const value: unknown = JSON.parse(decodeLossy(bytes));
    return isObject(value) && typeof value['event'] === 'string' ? (value as EventEntry['event']) : undefined;
  } catch {
    return undefined;
  }
}

/** Lines, and what a chunk has of one: an agent that waits at a prompt without a line end must be seen. */
function stderrPieces(chunk: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < chunk.length;) {
    const end = chunk.indexOf(LF, start);
    const next = end === -1 ? chunk.length : end + 1;
    pieces.push(chunk.subarray(start, next));
    start = next;
  }
  return pieces;
}
