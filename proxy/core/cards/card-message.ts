import { isEqual } from '#core/json/difference.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import type { CardPart } from '#core/model/cards.ts';
import type { Delivery } from '#core/model/delivery.ts';
import type { GroupKind } from '#core/model/group.ts';
import { envelopeKind, unwrap } from '#core/protocol/envelope.ts';
import { updatesSession, writesFile } from '#core/protocol/method-traits.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, EventEntry, Sent, Side } from '#core/wire/entry.ts';
import { injectedFrame } from '#core/wire/injected.ts';
import type { ErrorObject, Message, Response } from '#core/wire/jsonrpc.ts';

/** A message of a group, with facts of its entry. */
export interface CardMessage {
  readonly seq: number;
  /** µs since the recording's start. */
  readonly t: number;
  readonly from: Side;
  /** A response has the method of its request. */
  readonly method: string | undefined;
  readonly message: Message;
  /** Present if the receiver did not get the message as it was written. */
  readonly delivery?: Delivery;
}

/** The input of a card: a group's kind and its messages in order. */
export interface CardSource {
  readonly kind: GroupKind;
  readonly part: CardPart;
  readonly messages: readonly CardMessage[];
  /** For a group of kind `event`. */
  readonly event?: EventEntry['event'];
}

/** The facts about an entry that its message has. */
type Place = Omit<CardMessage, 'message' | 'method' | 'delivery'>;

/**
 * The message of a frame for a card, as its receiver got it. Undefined without a message.
 *
 * - A conductor's envelope: the message inside.
 * - Requests and notifications of the client: as it wrote them.
 * - The client's response to a write: as it wrote it, because it shows whether the file was written.
 * - A message that was not delivered, or became an update of another kind: as its sender wrote it.
 */
export function toCardMessage(
  bytes: Uint8Array,
  place: Place,
  method: string | undefined,
  sent: Sent | undefined,
): CardMessage | undefined {
  const received = decodeMessage(bytes, place, method);
  if (!received || !sent || isAsWritten(received)) return received;
  if (sent.elapsed === undefined)
    return { ...received, delivery: sent.why.some(({ kind }) => kind === 'answer') ? 'answered' : 'dropped' };
  if (!sent.bytes) return received;
  const given = decodeMessage(sent.bytes, place, method);
  if (!given) return { ...received, delivery: 'unreadable' };
  const isOther = received.message.kind === 'notification' && variantOf(given) !== variantOf(received);
  return isOther || isEqual(given.message, received.message) ? received : { ...given, delivery: 'changed' };
}

const isAsWritten = ({ from, message, method }: CardMessage): boolean =>
  from === 'client' && (message.kind !== 'response' || writesFile(method));

/** The response to a request that acptap itself wrote, if an entry is one. */
export function toInjectedAnswer(entry: Entry, request: CardMessage): CardMessage | undefined {
  const answer = toInjectedMessage(entry, request.method);
  const isAnswer = answer?.message.kind === 'response' && answer.from !== request.from;
  return isAnswer && 'id' in request.message && request.message.id === answer.message.id ? answer : undefined;
}

/** The message of a line that acptap itself wrote, as if the other side had written it. */
export function toInjectedMessage(entry: Entry, method: string | undefined): CardMessage | undefined {
  const frame = injectedFrame(entry);
  return frame && decodeMessage(frame.bytes, { seq: frame.seq, t: frame.elapsed, from: frame.from }, method);
}

/** True unless acptap kept a message from its receiver. */
export const wasDelivered = ({ delivery }: Pick<CardMessage, 'delivery'>): boolean =>
  delivery === undefined || delivery === 'changed';

function decodeMessage(bytes: Uint8Array, entry: Place, method: string | undefined): CardMessage | undefined {
  const decoded = decodeFrame(bytes);
  const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (!message) return undefined;
  const isEnvelope = message.kind !== 'response' && envelopeKind(message.method) === 'successor';
  const inner = isEnvelope ? unwrap(message.method, message.params) : undefined;
  if (inner && message.kind !== 'response')
    return { ...entry, method: inner.method, message: { ...message, method: inner.method, params: inner.params } };
  return { ...entry, method: message.kind === 'response' ? method : message.method, message };
}

/** The params of a request or notification; undefined for a response. */
export const paramsOf = ({ message }: CardMessage): unknown =>
  message.kind === 'response' ? undefined : message.params;

/** The `update` of a `session/update`; undefined for any other message. */
export const updateOf = (message: CardMessage): unknown =>
  updatesSession(message.method) ? valueAt(paramsOf(message), 'update') : undefined;

export const variantOf = (message: CardMessage): string | undefined => stringAt(updateOf(message), 'sessionUpdate');

export const resultOf = ({ message }: CardMessage): unknown =>
  message.kind === 'response' && message.outcome.ok ? message.outcome.result : undefined;

/** The error object of a response. */
export const errorOf = ({ message }: CardMessage): ErrorObject | undefined =>
  message.kind === 'response' && !message.outcome.ok ? message.outcome.error : undefined;

/** A request of a group, with its response if the group has it. */
export interface RequestAndResponse {
  readonly request: CardMessage;
  readonly answer: (CardMessage & { readonly message: Response }) | undefined;
}

/** The requests of a group, in order. An id belongs to one side, and can be reused after the response. */
export function requestsIn(messages: readonly CardMessage[]): readonly RequestAndResponse[] {
  const asked: { request: CardMessage; answer: RequestAndResponse['answer'] }[] = [];
  for (const each of messages) {
    const { message } = each;
    if (message.kind === 'request') asked.push({ request: each, answer: undefined });
    if (message.kind !== 'response') continue;
    const open = asked.find(
      ({ request, answer }) =>
        !answer && request.from !== each.from && 'id' in request.message && request.message.id === message.id,
    );
    if (open) open.answer = { ...each, message };
  }
  return asked;
}
