import { createHash } from 'node:crypto';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { Unfinished } from '#core/model/recording-summary.ts';
import { elapsedUs, seqOf, type ElapsedUs, type Seq } from '#core/units.ts';
import { decodeLossy, LF } from '#core/wire/bytes.ts';
import { createCuttingSplitter, MAX_FRAME_BYTES, type KeptFrame } from '#core/wire/cut-frames.ts';
import type { Delayed, Delivery, Entry, EventEntry, Side, Stream } from '#core/wire/entry.ts';
import { DELIVERIES_SPOOL_FORMAT, SPOOL_FORMAT, type SpoolHeader, type SpoolRecord } from '../shim/spool-format.ts';
import { createDeliveryMatcher, readDelivery } from './match-deliveries.ts';

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

/** Bytes shown of an unfinished line: enough to recognise a message. */
const BEGINNING_BYTES = 60;

/** An entry, or its delivery or delay. */
export type Assembled = Entry | Delivery | Delayed;

const DROPPED: LargeFrameSink = { piece() {}, complete() {} };

/** The members of a spool's header on which its entries depend. */
type Origin = Pick<SpoolHeader, 'acptap-spool' | 'lost'>;

const RAW: Origin = { 'acptap-spool': SPOOL_FORMAT };

/**
 * Turns records into entries. The result depends only on the records, so every reader of a spool gets the same entries
 * with the same numbers, the same deliveries, and the same pieces of large frames.
 */
export function createAssembler(
  large = DROPPED,
  maxBytes = MAX_FRAME_BYTES,
  { 'acptap-spool': format, lost }: Origin = RAW,
) {
  let count = 0;
  let last = 0;
  let largeCount = lost?.end ?? 0; // above the number of every large frame in the previous file
  const deliveries =
    format < DELIVERIES_SPOOL_FORMAT ? undefined : createDeliveryMatcher(lost ?? { client: 0, agent: 0 });
  const splitters = { client: splitterOf('client'), agent: splitterOf('agent') };
  const nextSeq = () => seqOf(count++);

  function splitterOf(from: Side) {
    let largeFrame: number | undefined; // the number of an unfinished one
    let lastAt = elapsedUs(0);
    const splitter = createCuttingSplitter({
      createHash: () => createHash('sha256'),
      onPiece: (bytes) => large.piece((largeFrame ??= largeCount++), bytes),
      maxBytes,
    });

    function frame(elapsed: ElapsedUs, kept: KeptFrame): Entry {
      const seq = nextSeq();
      if (largeFrame !== undefined) large.complete(largeFrame, seq);
      largeFrame = undefined;
      const entry = { kind: 'frame', seq, elapsed, from, ...kept } as const;
      deliveries?.received(entry);
      return entry;
    }

    return {
      push(elapsed: ElapsedUs, chunk: Uint8Array): Entry[] {
        lastAt = elapsed;
        return Array.from(splitter.push(chunk), (kept) => frame(elapsed, kept));
      },
      unfinished(): Unfinished[] {
        const { size, beginning } = splitter.rest(BEGINNING_BYTES);
        const text = `${decodeLossy(beginning)}${size > beginning.length ? '…' : ''}`;
        return size === 0 ? [] : [{ side: from, bytes: size, beginning: text, t: lastAt }];
      },
      /** Ends an unfinished line. */
      rest(elapsed: ElapsedUs): Entry[] {
        const kept = splitter.flush();
        return kept ? [frame(elapsed, kept)] : [];
      },
    };
  }

  const event = (elapsed: ElapsedUs, value: EventEntry['event']): Entry => ({
    kind: 'event',
    seq: nextSeq(),
    elapsed,
    event: value,
  });

  function applyEvent(elapsed: ElapsedUs, value: EventEntry['event']): Assembled[] {
    const closed = value.event === 'eof' && 'of' in value ? value.of : undefined;
    const before: Entry[] = closed === 'client' || closed === 'agent' ? splitters[closed].rest(elapsed) : [];
    if (value.event === 'gap' && 'of' in value && (value.of === 'client' || value.of === 'agent'))
      deliveries?.missed(value.of, Number(value.bytes));
    if (value.event !== 'exit' && value.event !== 'interrupted') return [...before, event(elapsed, value)];
    before.push(...splitters.client.rest(elapsed), ...splitters.agent.rest(elapsed));
    return [...before, ...(deliveries?.rest() ?? []), event(elapsed, value)];
  }

  /** Returns the deliveries of a record. A record about an unfinished line ends that line first. */
  function applyDelivery(elapsed: ElapsedUs, bytes: Uint8Array): Assembled[] {
    const read = deliveries && readDelivery(bytes, elapsed);
    if (!read) return [event(elapsed, { event: 'unknown-record', tag: 'd', bytes: bytes.length })];
    const rest = deliveries.isAhead(read.record) ? splitters[read.record.of].rest(elapsed) : [];
    return [...rest, ...deliveries.deliver(read.record, read.sent)];
  }

  return {
    apply({ tag, elapsedUs: when, bytes }: SpoolRecord): Assembled[] {
      // Times never go back, even in a changed file. With deliveries each record has its own time, which orders them.
      last = Math.max(deliveries ? last + 1 : last, when);
      const elapsed = elapsedUs(last);
      switch (tag) {
        case 'c':
          return splitters.client.push(elapsed, bytes);
        case 'a':
          return splitters.agent.push(elapsed, bytes);
        case 's':
          return stderrPieces(bytes).map((piece) => ({
            kind: 'stderr',
            seq: nextSeq(),
            elapsed,
            from: 'stderr',
            bytes: piece,
          }));
        case 'e':
          return applyEvent(elapsed, readEvent(bytes) ?? { event: 'unknown-record', tag, bytes: bytes.length });
        case 'd':
          return applyDelivery(elapsed, bytes);
        default:
          return [event(elapsed, { event: 'unknown-record', tag, bytes: bytes.length })];
      }
    },
    /**
     * Entries that end the recording of a killed shim. `when` in microseconds, if known; not before the last record.
     */
    interrupt(when = 0, damage?: EventEntry['event']): Assembled[] {
      last = Math.max(last, when);
      const elapsed = elapsedUs(last);
      return [...(damage ? applyEvent(elapsed, damage) : []), ...applyEvent(elapsed, { event: 'interrupted' })];
    },
    /** Returns a `gap` entry for lost bytes. */
    gap: (of: Stream, bytes: number): Entry => event(elapsedUs(last), { event: 'gap', of, bytes }),
    /** The lines without an end so far. */
    unfinished: (): Unfinished[] => [...splitters.client.unfinished(), ...splitters.agent.unfinished()],
    next: (): Next => ({ seq: count, at: last }),
    /** Continues with this number and time, after entries that are stored already. */
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
  const value = parseJson(decodeLossy(bytes));
  return isObject(value) && typeof value['event'] === 'string' ? (value as EventEntry['event']) : undefined;
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
