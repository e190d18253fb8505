import { describe } from '#core/protocol/describe.ts';
import { formatMebibytes } from '#core/text/format-bytes.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeFrame, decodeText, type Decoded } from '#core/wire/decode-frame.ts';
import type { Entry, EventEntry, Stream } from '#core/wire/entry.ts';
import { describeEvent } from './describe-event.ts';

/** The stored facts of an entry that was folded before. */
export interface KnownEntry {
  readonly from: Stream | 'event' | undefined;
  /** The bytes, or the text if it is known and valid UTF-8; for an event its JSON. */
  readonly body: Uint8Array | string;
  /** The frame's body, if it is already decoded. */
  readonly decoded?: Decoded | undefined;
  /** For a response, the method of its request. */
  readonly method: string | undefined;
  /** The latest title of the entry's tool call. */
  readonly toolTitle: string | undefined;
}

/** Describes an entry in one line from its bytes, like `describeMessage` during the fold. */
export function describeEntry({ from, body, decoded: known, method, toolTitle }: KnownEntry): string {
  const text = () => (typeof body === 'string' ? body : decodeLossy(body));
  if (from === 'event') return describeEvent(JSON.parse(text()) as EventEntry['event']); // valid JSON: acptap wrote it
  if (from === 'stderr') return line(text());
  const decoded = known ?? (typeof body === 'string' ? decodeText(body) : decodeFrame(body));
  const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (message) return describe(message, { method, toolTitle });
  return decoded.kind === 'blank' ? 'blank line' : line(text());
}

/** Describes a cut frame by its size and its beginning. Undefined for every other entry. */
export function describeCut(entry: Entry): string | undefined {
  if (entry.kind !== 'frame' || !entry.cut) return undefined;
  return `frame of ${formatMebibytes(entry.cut.bytes)}, too large to be read · ${line(decodeLossy(entry.bytes.subarray(0, 1024)))}`;
}

/** The beginning of a text on one line. Keeps invisible characters; the caller makes them visible. */
const line = (text: string) => text.slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 200);
