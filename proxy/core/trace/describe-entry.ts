import { describe } from '#core/protocol/describe.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeFrame, decodeText } from '#core/wire/decode.ts';
import type { EventEntry, Stream } from '#core/wire/entry.ts';
import { describeEvent } from './describe-event.ts';

/** What is at hand of an entry that was folded before. */
export interface KnownEntry {
  readonly from: Stream | 'event' | undefined;
  /** The bytes, or the text where that is at hand and the bytes are UTF-8; of an event its JSON. */
  readonly body: Uint8Array | string;
  /** Of a response that of its request. */
  readonly method: string | undefined;
  /** Of the tool call that it is about, as it was said last. */
  readonly toolTitle: string | undefined;
}

/** What an entry says, on one line, made of its bytes: the same as `describeMessage` says while it is folded. */
export function describeEntry({ from, body, method, toolTitle }: KnownEntry): string {
  const text = () => (typeof body === 'string' ? body : decodeLossy(body));
  if (from === 'event') return describeEvent(JSON.parse(text()) as EventEntry['event']); // we have written it
  if (from === 'stderr') return line(text());
  const decoded = typeof body === 'string' ? decodeText(body) : decodeFrame(body);
  const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (message) return describe(message, { method, toolTitle });
  return decoded.kind === 'blank' ? 'blank line' : line(text());
}

/** The beginning of a text on one line. Invisible characters stay: whoever shows it makes them visible. */
const line = (text: string) => text.slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 200);
