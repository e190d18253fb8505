import type { CardPart, CardPlace } from '#core/model/cards.ts';
import type { GroupKind } from '#core/model/group.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import type { CardMessage } from './card-message.ts';

/** The key of a card: its group, and its first entry. */
export interface CardKey {
  readonly seq: number;
  readonly group: number;
  readonly part: CardPart;
  readonly session: string | null;
}

/** The facts about its group that a card shows. */
export interface CardGroup extends Pick<
  CardPlace,
  'turn' | 'session' | 'entries' | 'first' | 'last' | 't' | 'until' | 'findings' | 'interventions'
> {
  readonly kind: GroupKind;
  readonly waited: NonNullable<CardPlace['time']>;
}

/** Access to a recording for the conversation, wherever it is stored. Messages come in order. */
export interface ConversationSource {
  /** The keys of all cards, in order: see card-kinds.ts. */
  readonly keys: () => readonly CardKey[];
  /** The sessions with cards, in order. */
  readonly sessions: () => readonly string[];
  /** undefined if the recording was removed meanwhile. */
  readonly group: (no: number) => CardGroup | undefined;
  readonly groupOf: (seq: number) => number | undefined;
  readonly timeOf: (seq: number) => number;
  readonly findingsAt: (seq: number) => CardPlace['findings'];
  readonly interventionAt: (seq: number) => CardPlace['interventions'];
  /** The process event of an entry. */
  readonly eventAt: (seq: number) => EventEntry['event'] | undefined;
  /** The message of an entry, if it has one. */
  readonly message: (seq: number) => readonly CardMessage[];
  /** A request and its response, if there is one. */
  readonly exchange: (seq: number) => readonly CardMessage[];
  /** The response that acptap itself wrote to a request, within MAX_INJECTED_DISTANCE. */
  readonly injectedAnswer: (request: CardMessage) => CardMessage | undefined;
  /** The messages of a group: the first or the last MAX_CARD_ENTRIES. */
  readonly messages: (no: number, of: CardGroup, which: 'first' | 'last') => readonly CardMessage[];
  /** The updates of TERMINAL_VARIANTS in a session, at most MAX_CARD_ENTRIES. */
  readonly printed: (session: string | null) => readonly CardMessage[];
  /** The last `usage_update` of a session between two entries. */
  readonly lastUsage: (session: string | null, from: number, to: number) => readonly CardMessage[];
  readonly revision: () => number;
}
