import { createHash } from 'node:crypto';
import { isObject } from '#core/json/json.ts';
import { elapsedUs, seqOf, type ElapsedUs, type Seq } from '#core/units.ts';
import { decodeLossy, LF } from '#core/wire/bytes.ts';
import { createCuttingSplitter, MAX_FRAME_BYTES, type KeptFrame } from '#core/wire/cut-frames.ts';
import type { Entry, EventEntry, Side, Stream } from '#core/wire/entry.ts';
import type { SpoolRecord } from '../shim/spool-format.ts';

/** Takes frames that are too large for one entry. */
export interface LargeFrameSink {
  /** Called with the next bytes of such a frame. `frame` counts the large frames of a recording from 0. */
  readonly piece: (frame: number, bytes: Uint8Array) => void;
  /** Called when the frame is complete, with the number of its entry. */
  readonly complete: (frame: number, seq: Seq) => void;
}

/** The number of the next entry, and its earliest time in microseconds. */
export interface Next {
  readonly seq: number;
  readonly at: number;
}

const DROPPED: LargeFrameSink = { piece() {}, complete() {} };

/**
 * Turns chunks into entries. Depends only on its records, so every reader of a spool gets the same entries with the
 * same numbers, and the same pieces of large frames. `firstLarge`: the number of the first large frame.
 */
export function createAssembler(large = DROPPED, maxBytes = MAX_FRAME_BYTES, firstLarge = 0) {
  let count = 0;
  let last = 0;
  let largeCount = firstLarge;
  const splitters = { client: splitterOf('client'), agent: splitterOf('agent') };
  const nextSeq = () => seqOf(count++);

  function splitterOf(from: Side) {
    let own: number | undefined; // number of the unfinished large frame
    const splitter = createCuttingSplitter({
      createHash: () => createHash('sha256'),
      onPiece: (bytes) => large.piece((own ??= largeCount++), bytes),
      maxBytes,
    });

    function frame(at: ElapsedUs, kept: KeptFrame): Entry {
      const seq = nextSeq();
      if (own !== undefined) large.complete(own, seq);
      own = undefined;
      return { kind: 'frame', seq, elapsed: at, from, ...kept };
    }

    return {
      push: (at: ElapsedUs, chunk: Uint8Array): Entry[] => Array.from(splitter.push(chunk), (kept) => frame(at, kept)),
      /** Ends an unfinished line. */
      rest(at: ElapsedUs): Entry[] {
        const kept = splitter.flush();
        return kept ? [frame(at, kept)] : [];
      },
    };
  }

  const event = (at: ElapsedUs, value: EventEntry['event']): Entry => ({
    kind: 'event',
    seq: nextSeq(),
    elapsed: at,
    event: value,
  });

  function applyEvent(at: ElapsedUs, value: EventEntry['event']): Entry[] {
    const closed = value.event === 'eof' && 'of' in value ? value.of : undefined;
    const before = closed === 'client' || closed === 'agent' ? splitters[closed].rest(at) : [];
    if (value.event === 'exit' || value.event === 'interrupted')
      before.push(...splitters.client.rest(at), ...splitters.agent.rest(at));
    return [...before, event(at, value)];
  }

  return {
    apply({ tag, elapsedUs: when, bytes }: SpoolRecord): Entry[] {
      last = Math.max(last, when); // records of one shim are in order; those of a foreign file may not be
      const at = elapsedUs(last);
      switch (tag) {
        case 'c':
          return splitters.client.push(at, bytes);
        case 'a':
          return splitters.agent.push(at, bytes);
        case 's':
          return stderrPieces(bytes).map((piece) => ({
            kind: 'stderr',
            seq: nextSeq(),
            elapsed: at,
            from: 'stderr',
            bytes: piece,
          }));
        case 'e':
          return applyEvent(at, readEvent(bytes) ?? { event: 'unknown-record', tag, bytes: bytes.length });
        default:
          return [event(at, { event: 'unknown-record', tag, bytes: bytes.length })];
      }
    },
    /**
     * Entries that end the recording of a killed shim. `when` in microseconds, if known; not before the last record.
     */
    interrupt(when = 0, damage?: EventEntry['event']): Entry[] {
      last = Math.max(last, when);
      const at = elapsedUs(last);
      return [...(damage ? applyEvent(at, damage) : []), ...applyEvent(at, { event: 'interrupted' })];
    },
    /** Returns an entry for lost bytes, and ends the frame or line that they were a part of. */
    gap: (of: Stream, bytes: number): Entry => event(elapsedUs(last), { event: 'gap', of, bytes }),
    next: (): Next => ({ seq: count, at: last }),
    /** Skips entries that are stored already. */
    continueAt({ seq, at }: Next): void {
      count = seq;
      last = Math.max(last, at);
    },
    /** The time of the last record, in microseconds since the start. */
    lastAt: (): number => last,
  };
}

/** Undefined for an event that no shim writes, so the file was changed. */
function readEvent(bytes: Uint8Array): EventEntry['event'] | undefined {
  try {
    const value: unknown = JSON.parse(decodeLossy(bytes));
    return isObject(value) && typeof value['event'] === 'string' ? (value as EventEntry['event']) : undefined;
  } catch {
    return undefined;
  }
}

/** Splits stderr into lines; keeps a partial last line, because a prompt without a line end must be visible. */
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
