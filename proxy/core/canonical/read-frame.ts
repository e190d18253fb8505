import { valueAt, stringAt } from '#core/json/json.ts';
import { envelopeKind } from '#core/protocol/envelope.ts';
import { cancelsRequest, isElicitation, opensSession } from '#core/protocol/method-traits.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { createTrace, type TracedMessage, type Step } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeText } from '#core/wire/decode-frame.ts';
import { opposite, type Entry, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { lastMember } from '#core/wire/request-id.ts';
import { findIdPlaces, placeKey, type IdPlaces } from './id-places.ts';

/** The ids, times and folders of one message. */
export interface ReadMessage {
  /** The side that made up the message's id; undefined for a notification. */
  readonly asker: Side | undefined;
  readonly isRequest: boolean;
  /** A request id in `requestId`: the side that made it up, and the path of the object that contains it. */
  readonly refers: { readonly asker: Side; readonly path: readonly string[] } | undefined;
  readonly places: IdPlaces;
  /** Folders of opened sessions. */
  readonly folders: readonly string[];
}

/** A frame. `parts` has its message or the messages of a batch; undefined for a part without a message. */
export interface ReadFrame {
  readonly entry: FrameEntry;
  /** Undefined for invalid UTF-8. */
  readonly text: string | undefined;
  readonly isBatch: boolean;
  readonly parts: readonly (ReadMessage | undefined)[];
  /** Ids of parts without a message, as spelled, because the other side may respond to them. */
  readonly strays: readonly string[];
  /** The session of its first message. */
  readonly session: string | undefined;
  /** Sessions that it opened, and the entries with their requests. */
  readonly opened: readonly { readonly session: string; readonly by: number }[];
}

/**
 * Reads frames together with the trace's facts: the method of a response's request, the version, envelopes. Takes
 * entries in order.
 */
export function createFrameReader() {
  const trace = createTrace();

  function read(entry: FrameEntry, step: Step): ReadFrame {
    const { decoded, messages, successor } = step;
    const text = decoded && 'text' in decoded ? decoded.text : undefined;
    const elements = decoded?.kind === 'json' ? decoded.parts : [];
    const inner = successor?.isBare === false ? successor.messages : [];
    const parts = elements.map((_element, index) => {
      const traced = messages.find(({ ref }) => ref.part === index);
      return (
        traced &&
        readMessage(
          traced,
          inner.find(({ ref }) => ref.part === index),
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

  function readMessage(traced: TracedMessage, inner: TracedMessage | undefined): ReadMessage {
    const { message, ref } = traced;
    const places: IdPlaces = new Map();
    addPlaces(traced, ['params'], trace.version() ?? 1, places);
    const isEnvelope = message.kind !== 'response' && envelopeKind(message.method) === 'successor';
    const path = isEnvelope ? ['params', 'params'] : ['params'];
    if (inner) addPlaces(inner, path, trace.successor.version() ?? 1, places);
    const innermost = inner ?? traced;
    const { method } = innermost;
    const isCall = innermost.message.kind !== 'response';
    const refers =
      isCall && cancelsRequest(method)
        ? { asker: ref.from, path }
        : isCall && isElicitation(method)
          ? { asker: opposite(ref.from), path }
          : undefined;
    return {
      asker: message.kind === 'notification' ? undefined : message.kind === 'request' ? ref.from : opposite(ref.from),
      isRequest: message.kind === 'request',
      refers,
      places,
      folders: innermost.message.kind === 'request' && opensSession(method) ? foldersIn(innermost.message.params) : [],
    };
  }

  return {
    /** Undefined for other entries than frames. */
    apply(entry: Entry): ReadFrame | undefined {
      const step = trace.apply(entry);
      return entry.kind === 'frame' ? read(entry, step) : undefined;
    },
  };
}

function addPlaces(
  { message, ref: { from }, method }: TracedMessage,
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
  // Every method of a session has its id here, extensions included, and the trace and the player read it here.
  if (stringAt(message.params, 'sessionId') !== undefined) places.set(placeKey([...params, 'sessionId']), 'session');
  const shape = (message.kind === 'request' ? tables.requests : tables.notifications)[from].get(message.method);
  if (shape) findIdPlaces(shape, message.params, params, places);
}

/** Reads ids like a lenient receiver. */
function straysIn(text: string): readonly string[] {
  const decoded = decodeText(text);
  if (decoded.kind !== 'json') return [];
  return decoded.parts.flatMap(({ value, message }) => {
    const id = message ? undefined : valueAt(value, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    return decoded.batch ? JSON.stringify(id) : (lastMember(text, 'id') ?? []);
  });
}

function foldersIn(params: unknown): readonly string[] {
  const more = valueAt(params, 'additionalDirectories');
  return [valueAt(params, 'cwd'), ...(Array.isArray(more) ? (more as unknown[]) : [])].filter(
    (folder) => typeof folder === 'string',
  );
}
