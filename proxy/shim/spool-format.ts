import type { ProcessIdentity } from './process-identity.ts';

/**
 * The spool file: one per recording, only ever appended to, written by the shim and read by the recorder.
 *
 *     header line: SpoolHeader as JSON, then LF
 *     record:      0xAC, tag, microseconds since the start (u48), length (u32), `length` bytes; numbers little-endian
 *
 * Tag `c`, `a` or `s`: a chunk of the client, the agent or stderr, as read. Tag `e`: a process event as JSON.
 * Tag `d`: a `DeliveryRecord` as JSON; if other bytes than the received ones were delivered, LF and these bytes.
 * A record is appended by one write before its chunk is forwarded, so an incomplete last record was never forwarded.
 */
export const SPOOL_FORMAT = 1;

/** The format of a spool that begins in the middle: its header has `lost`. */
export const LATER_SPOOL_FORMAT = 2;

/** The format of a spool with deliveries. It may begin in the middle, too. */
export const DELIVERIES_SPOOL_FORMAT = 3;

export interface SpoolHeader {
  readonly 'acptap-spool': number;
  readonly id: string;
  readonly name?: string;
  readonly command: readonly string[];
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly shim: ProcessIdentity;
  /** Missing when the agent could not be started. */
  readonly agent?: ProcessIdentity;
  /** Present if the previous file was cut while it was written, and this one replaces it. */
  readonly lost?: LostRecords;
  /** Versions of acptap and Node that wrote it, for people. */
  readonly acptap: string;
  readonly node: string;
}

/** The records of the previous file. */
export interface LostRecords {
  /** End of the last lost record. The new file continues from it, so offsets stay unique. */
  readonly end: number;
  /** Bytes of each stream in these records, including the missing bytes that their `gap` events count. */
  readonly client: number;
  readonly agent: number;
  readonly stderr: number;
}

/** The bytes of one sender. */
export type Stream = 'client' | 'agent' | 'stderr';

export type SpoolTag = 'c' | 'a' | 's' | 'e' | 'd';

/**
 * The delivery of the frames of one side that end after `from` and up to `to`: offsets in the bytes of that side.
 * Written before the delivery. The recorder finds the frames by these offsets, so lost records shift nothing.
 */
export interface DeliveryRecord {
  readonly of: 'client' | 'agent';
  readonly from: number;
  readonly to: number;
  /** Present for frames that were not delivered. */
  readonly dropped?: true;
  /** Present if the bytes are the next slice of a frame, but not its last one. */
  readonly part?: true;
  /** Present for a delayed frame: the milliseconds until it is delivered. */
  readonly wait?: number;
  /** Interventions, as `Why` of core. */
  readonly why?: readonly { readonly kind: string }[];
}

export const RECORD_MARK = 0xac;
export const RECORD_HEADER_BYTES = 12;

/** Writes a record's header at the start of `target`. */
export function writeRecordHeader(target: Buffer, tag: SpoolTag, elapsedUs: number, length: number): void {
  target[0] = RECORD_MARK;
  target[1] = tag.charCodeAt(0);
  target.writeUIntLE(elapsedUs, 2, 6);
  target.writeUInt32LE(length, 8);
}

export interface SpoolRecord {
  readonly tag: SpoolTag;
  readonly elapsedUs: number;
  readonly bytes: Buffer;
  /** Offset in the file after this record. */
  readonly end: number;
}

/** The file was changed: nothing after this place can be read. */
export class DamagedSpool extends Error {}

/**
 * The complete records of `bytes`, which start at `offset` in the file, at the start of a record. Stops before an
 * incomplete last record.
 * @throws {DamagedSpool} where a record should start but does not.
 */
export function* readRecords(bytes: Buffer, offset: number): Generator<SpoolRecord> {
  let at = 0;
  while (at + RECORD_HEADER_BYTES <= bytes.length) {
    if (bytes[at] !== RECORD_MARK) throw new DamagedSpool(`no record at offset ${offset + at}`);
    const length = bytes.readUInt32LE(at + 8);
    const end = at + RECORD_HEADER_BYTES + length;
    if (end > bytes.length) return;
    yield {
      tag: String.fromCharCode(bytes[at + 1] ?? 0) as SpoolTag, // the reader ignores unknown tags
      elapsedUs: bytes.readUIntLE(at + 2, 6),
      bytes: bytes.subarray(at + RECORD_HEADER_BYTES, end),
      end: offset + end,
    };
    at = end;
  }
}
