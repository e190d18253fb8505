import type { CardPart, CardPlace } from '#core/contract/conversation.ts';
import type { GroupKind } from '#core/contract/timeline.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import type { CardMessage } from './source.ts';

/** A card before it is made: which group it is of, and the entry it begins with. */
export interface CardKey {
  readonly seq: number;
  readonly grp: number;
  readonly part: CardPart;
  readonly session: string | null;
}

/** What a card says of its group. */
export interface CardGroup extends Pick<
  CardPlace,
  'turn' | 'session' | 'entries' | 'first' | 'last' | 't' | 'until' | 'findings'
> {
  readonly kind: GroupKind;
}

/** What a conversation is made of, wherever the recording is kept. Messages come in order. */
export interface ConversationSource {
  /** Which cards there are, in order: see belongs.ts. */
  readonly keys: () => readonly CardKey[];
  /** The sessions that they are of, in order. */
  readonly sessions: () => readonly string[];
  /** undefined when it has gone: the recording was removed meanwhile. */
  readonly group: (grp: number) => CardGroup | undefined;
  readonly groupOf: (seq: number) => number | undefined;
  readonly timeOf: (seq: number) => number;
  readonly findingsAt: (seq: number) => CardPlace['findings'];
  /** The process event that an entry is. */
  readonly eventAt: (seq: number) => EventEntry['event'] | undefined;
  /** The message of an entry, if it is one. */
  readonly message: (seq: number) => readonly CardMessage[];
  /** A request and its answer, as far as it was answered. */
  readonly exchange: (seq: number) => readonly CardMessage[];
  /** The messages of a group: at most MAX_CARD_ENTRIES, the first or the last of them. */
  readonly messages: (grp: number, of: CardGroup, which: 'first' | 'last') => readonly CardMessage[];
  /** The updates of TERMINAL_VARIANTS in a session, at most MAX_CARD_ENTRIES. */
  readonly printed: (session: string | null) => readonly CardMessage[];
  /** The last `usage_update` of a session from one entry to another. */
  readonly lastUsage: (session: string | null, from: number, to: number) => readonly CardMessage[];
  readonly revision: () => number;
}
