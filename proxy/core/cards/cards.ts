import { stringAt } from '#core/json/json.ts';
import type { Card, CardBody, CardPlace } from '#core/model/cards.ts';
import { LATEST_COUNTS, MAX_CARD_ENTRIES } from './card-kinds.ts';
import type { CardGroup, CardKey, ConversationSource } from './conversation-source.ts';
import { updateOf, type CardMessage } from './card-message.ts';
import { toCard } from './to-card.ts';
import { terminalsShown } from './tool-call-card.ts';
import { toContextUse } from './turn-end-card.ts';

/** Makes a card from the entries of its group. undefined if the recording was removed meanwhile. */
export function cardOf(source: ConversationSource, key: CardKey): Card | undefined {
  const group = source.group(key.group);
  if (!group) return undefined;
  const { body, unread } = bodyOf(source, key, group);
  return { ...placeOf(source, key, group), unread, ...body };
}

function bodyOf(source: ConversationSource, key: CardKey, group: CardGroup): { body: CardBody; unread: number } {
  const { part, seq } = key;
  const { kind, session } = group;
  if (kind === 'event') {
    const event = source.eventAt(seq) ?? { event: '' };
    return { body: toCard({ kind, part, messages: [], event }), unread: 0 };
  }
  const own = withInjectedAnswers(source, messagesOf(source, key, group));
  const messages = kind === 'tool-call' ? withTerminals(source, session, own) : own;
  const body = toCard({ kind, part, messages });
  const unread = part === 'whole' ? Math.max(group.entries - MAX_CARD_ENTRIES, 0) : 0;
  if (body.kind !== 'turn-end') return { body, unread };
  return { body: { ...body, context: toContextUse(source.lastUsage(session, group.first, seq)) }, unread };
}

function messagesOf(source: ConversationSource, key: CardKey, group: CardGroup): readonly CardMessage[] {
  const { seq, part } = key;
  const { kind, first } = group;
  // A turn's response is far from its prompt, and the messages between them belong to other cards.
  if (part !== 'whole' || kind === 'turn') return source.message(seq);
  if (kind === 'session' || kind === 'exchange') return source.exchange(first);
  return source.messages(key.group, group, LATEST_COUNTS.has(kind) ? 'last' : 'first');
}

/** Adds the responses of acptap to requests that it answered itself. They are entries outside of the group. */
function withInjectedAnswers(source: ConversationSource, messages: readonly CardMessage[]): readonly CardMessage[] {
  const answers = messages.flatMap((message) =>
    message.delivery === 'answered' ? (source.injectedAnswer(message) ?? []) : [],
  );
  return answers.length === 0 ? messages : [...messages, ...answers].toSorted((one, other) => one.seq - other.seq);
}

/** Adds the updates about the terminals that the card shows (version 2). They belong to other groups. */
function withTerminals(
  source: ConversationSource,
  session: string | null,
  messages: readonly CardMessage[],
): readonly CardMessage[] {
  const shown = terminalsShown(messages);
  if (shown.size === 0) return messages;
  const printed = source
    .printed(session)
    .filter((message) => shown.has(stringAt(updateOf(message), 'terminalId') ?? ''));
  return [...messages, ...printed].toSorted((a, b) => a.seq - b.seq);
}

function placeOf(source: ConversationSource, key: CardKey, group: CardGroup): Omit<CardPlace, 'unread'> {
  const { seq, part, group: no } = key;
  const { kind, turn, session, entries, first, last, t, until, findings, interventions } = group;
  const isPrompt = kind === 'turn' && part === 'whole';
  if (part === 'whole' && !isPrompt)
    return {
      group: no,
      part,
      session,
      turn,
      first,
      last,
      entries,
      t,
      until,
      findings,
      ...(kind === 'tool-call' ? { time: group.waited } : {}),
      ...(interventions ? { interventions } : {}),
    };
  const when = source.timeOf(seq);
  const own = { group: no, part, session, turn, first: seq, last: seq, entries: 1, findings: source.findingsAt(seq) };
  const touched = source.interventionAt(seq);
  return { ...own, ...(touched ? { interventions: touched } : {}), t: part === 'end' ? t : when, until: when }; // only the end of a turn has a duration
}
