import { envelopeKind } from '#core/protocol/envelope.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { tablesOf } from '#core/protocol/tables.ts';
import { createTrace, type PlacedMessage, type Step } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeText } from '#core/wire/decode.ts';
import { opposite, type Entry, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { at, stringAt } from '#core/wire/json.ts';
import { lastMember } from '#core/wire/request-id.ts';
import { findIdPlaces, placeKey, type IdPlaces } from './id-places.ts';

/** What of one message names things of its run. */
export interface ReadMessage {
  /** Who made up the id that the message has; undefined for a notification. */
  readonly asker: Side | undefined;
  readonly isRequest: boolean;
  /** A request id in `requestId`: who made it up, and the members that lead to the object it is in. */
  readonly refers: { readonly asker: Side; readonly path: readonly string[] } | undefined;
  readonly places: IdPlaces;
  /** Folders that a session is opened in. */
  readonly folders: readonly string[];
}

/** A frame. `parts` has its message or the messages of a batch; undefined for a part that is no message. */
export interface ReadFrame {
  readonly entry: FrameEntry;
  /** Undefined for what is no UTF-8. */
  readonly text: string | undefined;
  readonly isBatch: boolean;
  readonly parts: readonly (ReadMessage | undefined)[];
  /** Ids in what is no message, as they are spelled: the other side may answer under them. */
  readonly strays: readonly string[];
  /** The session that its first message is about. */
  readonly session: string | undefined;
  /** Sessions that it brought, and the entries that asked for them. */
  readonly opened: readonly { readonly session: string; readonly by: number }[];
}

/** Methods whose params name a request of the other side, or of their own. */
const CANCEL = '$/cancel_request';
const ELICIT = 'elicitation/create';

/** Reads frames with what the trace knows of them: the method that a response answers, the version, envelopes. Takes entries in order. */
export function createFrameReader() {
  const trace = createTrace();

  function read(entry: FrameEntry, step: Step): ReadFrame {
    const { decoded, messages, successor } = step;
    const text = decoded && 'text' in decoded ? decoded.text : undefined;
    const elements = decoded?.kind === 'json' ? decoded.parts : [];
    const inner = successor?.isBare === false ? successor.messages : [];
    const parts = elements.map((_element, index) => {
      const placed = messages.find(({ place }) => place.part === index);
      return (
        placed &&
        readMessage(
          placed,
          inner.find(({ place }) => place.part === index),
        )
      );
    });
    const opened = [...step.events, ...(successor?.events ?? [])].flatMap((event) =>
      event.kind === 'session' && !event.session.closed
        ? [{ session: event.session.id, by: event.session.opened.seq }]
        : [],
    );
    const strays = parts.length > 0 && parts.every((part) => part) ? [] : straysIn(text ?? decodeLossy(entry.bytes));
    const isBatch = decoded?.kind === 'json' && decoded.batch;
    return { entry, text, isBatch, parts, strays, session: messages[0]?.session, opened };
  }

  function readMessage(placed: PlacedMessage, inner: PlacedMessage | undefined): ReadMessage {
    const { message, place } = placed;
    const places: IdPlaces = new Map();
    addPlaces(placed, ['params'], trace.version() ?? 1, places);
    const isEnvelope = message.kind !== 'response' && envelopeKind(message.method) === 'successor';
    const path = isEnvelope ? ['params', 'params'] : ['params'];
    if (inner) addPlaces(inner, path, trace.successor.version() ?? 1, places);
    const said = inner ?? placed;
    const { method } = said;
    const isCall = said.message.kind !== 'response';
    const refers =
      isCall && method === CANCEL
        ? { asker: place.from, path }
        : isCall && method === ELICIT
          ? { asker: opposite(place.from), path }
          : undefined;
    return {
      asker:
        message.kind === 'notification' ? undefined : message.kind === 'request' ? place.from : opposite(place.from),
      isRequest: message.kind === 'request',
      refers,
      places,
      folders: said.message.kind === 'request' && opensSession(method ?? '') ? foldersIn(said.message.params) : [],
    };
  }

  return {
    /** Undefined for what is no frame. */
    apply(entry: Entry): ReadFrame | undefined {
      const step = trace.apply(entry);
      return entry.kind === 'frame' ? read(entry, step) : undefined;
    },
  };
}

function addPlaces(
  { message, place: { from }, method }: PlacedMessage,
  params: readonly string[],
  version: ProtocolVersion,
  places: IdPlaces,
): void {
  const tables = tablesOf(version);
  if (message.kind === 'response') {
    const shape = tables.results[from].get(method ?? '');
    if (shape && message.outcome.ok) findIdPlaces(shape, message.outcome.result, ['result'], places);
    return;
  }
  // Every method of a session names it so, those of extensions too: the trace and the player read it there.
  if (stringAt(message.params, 'sessionId') !== undefined) places.set(placeKey([...params, 'sessionId']), 'session');
  const shape = (message.kind === 'request' ? tables.requests : tables.notifications)[from].get(message.method);
  if (shape) findIdPlaces(shape, message.params, params, places);
}

/** As a lenient receiver reads them. */
function straysIn(text: string): readonly string[] {
  const decoded = decodeText(text);
  if (decoded.kind !== 'json') return [];
  return decoded.parts.flatMap(({ value, message }) => {
    const id = message ? undefined : at(value, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    return decoded.batch ? JSON.stringify(id) : (lastMember(text, 'id') ?? []);
  });
}

function foldersIn(params: unknown): readonly string[] {
  const more = at(params, 'additionalDirectories');
  return [at(params, 'cwd'), ...(Array.isArray(more) ? (more as unknown[]) : [])].filter(
    (folder) => typeof folder === 'string',
  );
}
