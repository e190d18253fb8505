import { formOf } from '#core/protocol/method-form.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode.ts';
import { opposite, type FrameEntry } from '#core/wire/entry.ts';
import { isObject } from '#core/wire/json.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { toIdToken, type IdToken } from '#core/wire/request-id.ts';

/**
 * True for a frame that its receiver may refuse: answer with an error of id null, or with the id it could make out, although
 * acptap knows no such request. Another rule has a finding for each of these; what they lead to is not the other side's mistake.
 */
function isRefusable({ bytes, from }: FrameEntry, decoded: Decoded): boolean {
  if (decoded.kind !== 'json') return decoded.kind !== 'blank';
  const [part] = decoded.parts;
  const startsWithMark = bytes[0] === 0xef; // a byte order mark: no JSON text starts with this byte
  if (decoded.batch || startsWithMark || !part?.message || part.faults.length > 0) return true;
  return hasWrongId(part.message, from);
}

/** An integer, a string or null; any other number is none that both sides can be sure to write alike. */
export const isWhole = (id: IdToken): boolean => id === 'null' || id.startsWith('"') || /^-?\d+$/.test(id);

function hasWrongId(message: Message, from: FrameEntry['from']): boolean {
  if (message.kind === 'notification') return formOf(message.method, from) === 'request';
  return message.kind === 'request' && !isWhole(message.id);
}

/** How many ids of refusable frames are remembered for each side. */
const REMEMBERED = 256;

/** Remembers the frames that may be refused, until a response shows that one was. */
export function createRefusables() {
  const pending = { client: 0, agent: 0 };
  const ids = { client: new Set<IdToken>(), agent: new Set<IdToken>() };

  return {
    /** To be told every frame. True when it is refusable. */
    see(frame: FrameEntry, decoded: Decoded): boolean {
      if (!isRefusable(frame, decoded)) return false;
      pending[frame.from] += 1;
      const id = idIn(frame, decoded);
      const known = ids[frame.from];
      if (id !== undefined) known.add(id);
      for (const oldest of known) if (known.size > REMEMBERED) known.delete(oldest);
      return true;
    },

    /** Whether a response that answers no request can be the refusal of such a frame. Each frame explains one. */
    explains({ response: { id, outcome }, place, answer: { why } }: TraceEvent & { kind: 'orphan' }): boolean {
      const asker = opposite(place.from);
      const byId = why === 'never-asked' && id !== undefined && ids[asker].delete(id);
      const byOrder = (why === 'null-id' || why === 'no-id') && !outcome.ok && pending[asker] > 0;
      if (!byId && !byOrder) return false;
      pending[asker] -= 1;
      return true;
    },
  };
}

/** The id that a lenient receiver makes out in a frame which acptap reads as no message. */
function idIn({ bytes }: FrameEntry, decoded: Decoded): IdToken | undefined {
  if (decoded.kind === 'json') return idOf(decoded.parts[0]?.value, decoded.text);
  if (decoded.kind !== 'not-utf8') return undefined;
  const text = decodeLossy(bytes);
  try {
    return idOf(JSON.parse(text), text);
  } catch {
    return undefined; // not JSON either
  }
}

const idOf = (value: unknown, text: string) =>
  isObject(value) && Object.hasOwn(value, 'id') ? toIdToken(value['id'], () => text) : undefined;
