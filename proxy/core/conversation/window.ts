import type { ConversationQuery, ConversationWindow } from '#core/contract/conversation.ts';
import type { Matched } from '#core/outline/matched.ts';
import { has } from '#core/outline/numbers.ts';
import { cardOf } from './cards.ts';
import type { CardKey, ConversationSource } from './kept.ts';

/** What is asked for, where a filter has been asked already. */
export type CardsQuery = Omit<ConversationQuery, 'q'>;

/** Reads a recording as a conversation: of all its cards, or of those that a filter has let something of through. */
export function conversationWindow(
  source: ConversationSource,
  { session, at, count }: CardsQuery,
  matched?: Matched,
): ConversationWindow {
  const all = source.keys();
  const own = session === undefined ? all : all.filter((key) => sessionOf(source, key) === session);
  const keys = matched ? own.filter(matching(all, matched)) : own;
  const index = 'around' in at ? indexOf(source, keys, at.around) : null;
  const from = 'from' in at ? at.from : Math.max((index ?? 0) - Math.floor(count / 2), 0);
  return {
    from,
    cards: keys.slice(from, from + count).flatMap((key) => cardOf(source, key) ?? []),
    total: keys.length,
    unfiltered: own.length,
    index,
    sessions: source.sessions(),
    revision: matched?.revision ?? source.revision(),
  };
}

/** What opened a session knows its name only since it was answered. */
const sessionOf = (source: ConversationSource, { session, part, grp }: CardKey): string | null =>
  session ?? (part === 'whole' ? (source.group(grp)?.session ?? null) : null);

/** Whether an entry that a card is made of is among those: any of its group, or the one it stands for. */
function matching(all: readonly CardKey[], { seqs, groups }: Matched): (key: CardKey) => boolean {
  const count = all.reduce((most, { grp }) => Math.max(most, grp + 1), 0);
  const hasMatch = new Uint8Array(count);
  for (const grp of groups) hasMatch[grp] = 1; // groups beyond have no card, and are not kept
  // A turn that has ended is two cards, its prompt and what came of it; each is of one entry.
  const ended = new Set(all.flatMap(({ part, grp }) => (part === 'end' ? [grp] : [])));
  return ({ part, seq, grp }) => (part === 'whole' && !ended.has(grp) ? hasMatch[grp] === 1 : has(seqs, seq));
}

/** Where the card stands that shows an entry: its own, that of its group, or else the last one before it. */
function indexOf(source: ConversationSource, keys: readonly CardKey[], seq: number): number | null {
  if (keys.length === 0) return null;
  const exact = keys.findLastIndex((key) => key.seq === seq);
  if (exact !== -1) return exact;
  const grp = source.groupOf(seq);
  const own = keys.findIndex((key) => key.grp === grp && key.part === 'whole');
  if (own !== -1) return own;
  const before = keys.findLastIndex((key) => key.seq <= seq);
  return Math.max(before, 0);
}
