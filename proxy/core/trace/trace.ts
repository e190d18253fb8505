import { envelopeKind, unwrap, unwrapAll } from '#core/protocol/envelope.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeFrame, type Decoded } from '#core/wire/decode-frame.ts';
import { opposite, type Entry, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { injectedFrame } from '#core/wire/injected.ts';
import type { Message, Notification, Request, Response } from '#core/wire/jsonrpc.ts';
import { type IdToken } from '#core/wire/request-id.ts';
import { createConnection, type ConnectionFacts, type TracedMessage, type TraceEvent } from './connection.ts';
import type { Exchange } from './exchanges.ts';
import type { MessageRef } from './message-ref.ts';
import { gapOfCutFrame } from './gap-of-cut-frame.ts';

export type { TracedMessage, SessionUpdate, TraceEvent } from './connection.ts';

/** The facts about a connection so far, as rules see them. */
export type Trace = ConnectionFacts;

/** One entry, folded. Frames have `decoded`. */
export interface Step {
  readonly entry: Entry;
  readonly decoded?: Decoded;
  readonly messages: readonly TracedMessage[];
  readonly events: readonly TraceEvent[];
  /** An error of acptap's own; the entry then has no messages and events. */
  readonly trouble?: string;
  /** Requests forgotten without a response, except the `reused` ones of the events. */
  readonly dropped?: readonly Exchange[];
  /** The entry's meaning on the connection between a proxy and its successor, if it has one. */
  readonly successor?: SuccessorStep;
}

/**
 * An entry on the connection between a proxy and its successor. In its places, `from` is reversed: the proxy is our
 * agent and the client of its successor.
 */
export interface SuccessorStep {
  readonly messages: readonly TracedMessage[];
  readonly events: readonly TraceEvent[];
  /** True for a message without an envelope: a `$/cancel_request` for an enveloped request. */
  readonly isBare: boolean;
}

const NOTHING: readonly never[] = [];

/**
 * The first part of the fold, called for each entry of a recording in order. Returns the meaning of each entry.
 *
 * An agent that is a proxy in a chain has two connections over one pair of pipes: as the agent of its
 * predecessor and, in envelopes, as the client of its successor. Both are folded separately, so sessions with
 * the same id are different.
 */
export function createTrace() {
  const own = createConnection();
  const successor = createConnection();
  let isChained = false; // there was an envelope to or from the successor
  let inner: { messages: TracedMessage[]; events: TraceEvent[]; isBare: boolean } | undefined; // of the current entry
  let dropped: readonly Exchange[] | undefined; // by the current entry

  /**
   * `before` is the decoded frame, if the caller has it. Catches errors of acptap, so that only this entry loses its
   * meaning.
   */
  function apply(entry: Entry, before?: Decoded): Step {
    try {
      return applyEntry(entry, before);
    } catch (cause) {
      const trouble = cause instanceof Error ? cause.message : String(cause);
      return { entry, messages: NOTHING, events: NOTHING, trouble };
    }
  }

  function applyEntry(entry: Entry, before: Decoded | undefined): Step {
    const event = entry.kind === 'event' ? entry.event : gapOfCutFrame(entry)?.event;
    if (event) {
      own.applyProcessEvent(event);
      successor.applyProcessEvent(event);
    }
    dropped = undefined;
    const injected = injectedFrame(entry);
    if (entry.kind === 'frame' && entry.cut) forgetAnswered(entry);
    if (entry.kind !== 'frame' || entry.cut) {
      const ends = injected ? applyInjected(injected) : NOTHING;
      return { entry, messages: NOTHING, events: ends, ...(dropped ? { dropped } : {}) };
    }
    const decoded = before ?? decodeFrame(entry.bytes);
    if (decoded.kind !== 'json') return { entry, decoded, messages: NOTHING, events: NOTHING };
    inner = undefined;
    const events: TraceEvent[] = [];
    const messages: TracedMessage[] = [];
    for (const [part, { message }] of decoded.parts.entries())
      if (message) messages.push(applyMessage(message, toRef(entry, part), events));
    const step = { entry, decoded, messages, events, ...(dropped ? { dropped } : {}) };
    return inner ? { ...step, successor: inner } : step;
  }

  /** Forgets the requests that a line of acptap answers. Returns the ends of their turns. The line is not folded otherwise. */
  function applyInjected(line: FrameEntry): readonly TraceEvent[] {
    const ends: TraceEvent[] = [];
    const decoded = decodeFrame(line.bytes);
    for (const [part, { message }] of (decoded.kind === 'json' ? decoded.parts : NOTHING).entries()) {
      if (message?.kind !== 'response') continue;
      const exchange = own.dropAnswered(message, toRef(line, part), ends);
      if (exchange) dropped = [...(dropped ?? []), exchange];
    }
    return ends;
  }

  /** Forgets the request that a cut frame answers, because it is not folded. */
  function forgetAnswered({ from, bytes }: FrameEntry): void {
    const [, id] = CUT_RESPONSE.exec(decodeLossy(bytes.subarray(0, 1024))) ?? [];
    if (id !== undefined) drop(own, opposite(from), id as IdToken); // safe, because `drop` only looks it up
  }

  function drop(connection: typeof own, asker: Side, id: IdToken): void {
    const exchange = connection.drop(asker, id);
    if (exchange) dropped = [...(dropped ?? []), exchange];
  }

  function applyMessage(message: Message, ref: MessageRef, events: TraceEvent[]): TracedMessage {
    if (isChained && cancelsEnveloped(message, ref)) return { ...applyToSuccessor(message, ref, true), ref };
    const traced = own.apply(message, ref, events);
    if (message.kind === 'response') return applyResponse(message, traced);
    if (envelopeKind(message.method) !== undefined) return applyEnvelope(message, traced);
    if (isChained && message.kind === 'request') drop(successor, opposite(ref.from), message.id); // id reused
    return traced;
  }

  function applyEnvelope(message: Request | Notification, traced: TracedMessage): TracedMessage {
    const call = unwrap(message.method, message.params);
    if (!call) return traced;
    const methods = methodsIn(message);
    if (envelopeKind(message.method) !== 'successor') return { ...traced, carries: { methods } };
    isChained = true;
    return carrying(traced, methods, applyToSuccessor({ ...message, ...call }, traced.ref, false));
  }

  /** The response to an envelope answers the enveloped request. An orphan may belong to either connection. */
  function applyResponse(message: Response, traced: TracedMessage): TracedMessage {
    const { exchange, ref } = traced;
    if (!exchange && isChained) applyToSuccessor(message, ref, false);
    if (!exchange || envelopeKind(exchange.method) === undefined) return traced;
    const methods = methodsIn(exchange);
    if (methods.length === 0) return traced;
    if (envelopeKind(exchange.method) !== 'successor') return { ...traced, carries: { methods } };
    return carrying(traced, methods, applyToSuccessor(message, ref, false));
  }

  function applyToSuccessor(message: Message, ref: MessageRef, isBare: boolean): TracedMessage {
    inner ??= { messages: [], events: [], isBare };
    const traced = successor.apply(message, { ...ref, from: opposite(ref.from) }, inner.events);
    inner.messages.push(traced);
    return traced;
  }

  /** True for the cancellation of an enveloped request. It names the envelope's id, because it crosses only one hop. */
  function cancelsEnveloped(message: Message, { from }: MessageRef): boolean {
    const id = message.kind === 'notification' ? idToCancel(message) : undefined;
    if (id === undefined) return false;
    const asked = own.facts.openRequest(from, id) ?? own.facts.answeredRequest(from, id);
    const there = opposite(from);
    const enveloped = successor.facts.openRequest(there, id) ?? successor.facts.answeredRequest(there, id);
    return enveloped !== undefined && asked !== undefined && envelopeKind(asked.method) === 'successor';
  }

  return {
    apply,
    ...own.facts,
    /**
     * The facts about the connection between a proxy (our agent) and its successor. The proxy is its client.
     */
    successor: successor.facts,
  };
}

/** The beginning of a response as serializers write it, up to its result or error. */
const CUT_RESPONSE =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*,\s*"(?:result|error)"\s*:/;

const toRef = ({ seq, elapsed, from }: FrameEntry, part: number): MessageRef => ({
  seq,
  elapsed,
  from,
  part,
});

const methodsIn = ({ method, params }: Pick<Request, 'method' | 'params'>): readonly string[] =>
  unwrapAll(method, params).map((call) => call.method);

/** Adds the facts of the message inside to an envelope, and its session if the envelope has none. */
const carrying = (traced: TracedMessage, methods: readonly string[], { session, toolCall }: TracedMessage) => ({
  ...traced,
  session: traced.session ?? session,
  carries: toolCall ? { methods, toolCall } : { methods },
});
