import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { formOf } from '#core/protocol/method-form.ts';
import { addNewest } from '#core/set-newest.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import { opposite, type FrameEntry } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { toIdToken, type IdToken } from '#core/wire/request-id.ts';

/**
 * True for a malformed frame that its receiver may refuse: with an error of id null, or with the id that it could read,
 * although acptap knows no such request. Other rules report these frames; the refusal is not a mistake of the receiver.
 */
function isRefusable({ bytes, from }: FrameEntry, decoded: Decoded): boolean {
  if (decoded.kind !== 'json') return decoded.kind !== 'blank';
  const [part] = decoded.parts;
  const startsWithMark = bytes[0] === 0xef; // a byte order mark: JSON never starts with this byte
  if (decoded.batch || startsWithMark || !part?.message || part.faults.length > 0) return true;
  return hasWrongId(part.message, from);
}

/** True for an integer, a string or null. Two sides may write other numbers differently. */
export const isComparableId = (id: IdToken): boolean => id === 'null' || id.startsWith('"') || /^-?\d+$/.test(id);

function hasWrongId(message: Message, from: FrameEntry['from']): boolean {
  if (message.kind === 'notification') return formOf(message.method, from) === 'request';
  return message.kind === 'request' && !isComparableId(message.id);
}

/** How many ids of refusable frames are remembered for each side. */
const MAX_REMEMBERED = 256;

/** Remembers the refusable frames until a response refuses them. */
export function createRefusables() {
  const pending = { client: 0, agent: 0 };
  const ids = { client: new Set<IdToken>(), agent: new Set<IdToken>() };

  return {
    /** Call for every frame. Returns true for a refusable frame. */
    remember(frame: FrameEntry, decoded: Decoded): boolean {
      if (!isRefusable(frame, decoded)) return false;
      pending[frame.from] += 1;
      const id = idIn(frame, decoded);
      if (id !== undefined) addNewest(ids[frame.from], id, MAX_REMEMBERED);
      return true;
    },

    /** Whether an orphan can be the refusal of such a frame. Each frame explains one orphan. */
    explains({ response: { id, outcome }, ref, answer: { why } }: TraceEvent & { kind: 'orphan' }): boolean {
      const asker = opposite(ref.from);
      const byId = why === 'never-asked' && id !== undefined && ids[asker].delete(id);
      const byOrder = (why === 'null-id' || why === 'no-id') && !outcome.ok && pending[asker] > 0;
      if (!byId && !byOrder) return false;
      pending[asker] -= 1;
      return true;
    },
  };
}

/**
 * The id with which a lenient receiver refuses a frame that is not a message for acptap. Receivers refuse no responses,
 * whose ids are their own.
 */
function idIn({ bytes }: FrameEntry, decoded: Decoded): IdToken | undefined {
  if (decoded.kind === 'json') {
    const refused = decoded.parts.find(({ message }) => message?.kind !== 'response');
    return idOf(refused?.value, decoded.text);
  }
  if (decoded.kind !== 'not-utf8') return undefined;
  const text = decodeLossy(bytes);
  return idOf(parseJson(text), text);
}

const idOf = (value: unknown, text: string) =>
  isObject(value) && Object.hasOwn(value, 'id') ? toIdToken(value['id'], () => text) : undefined;
