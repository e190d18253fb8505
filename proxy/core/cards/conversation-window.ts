import type { MatchedEntries } from '#core/grouping/matched-entries.ts';
import { includesNumber } from '#core/grouping/number-list.ts';
import type { ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import { cardOf } from './cards.ts';
import type { CardKey, ConversationSource } from './conversation-source.ts';

/** A query with its filter already applied. */
export type CardsQuery = Omit<ConversationQuery, 'q'>;

/** Reads a recording as a conversation: all cards, or those with a matching entry. */
export function conversationWindow(
  source: ConversationSource,
  { session, at, count }: CardsQuery,
  matched?: MatchedEntries,
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

/** The session of a card. The request that opens a session has an id only in its response, so the group has it. */
const sessionOf = (source: ConversationSource, { session, part, group }: CardKey): string | null =>
  session ?? (part === 'whole' ? (source.group(group)?.session ?? null) : null);

/** Returns a test for cards with a matching entry: any entry of the group, or the card's own one. */
function matching(all: readonly CardKey[], { seqs, groups }: MatchedEntries): (key: CardKey) => boolean {
  const count = all.reduce((most, { group }) => Math.max(most, group + 1), 0);
  const hasMatch = new Uint8Array(count);
  for (const group of groups) hasMatch[group] = 1; // later groups have no card
  // A turn that has ended has two cards, prompt and result, of one entry each.
  const ended = new Set(all.flatMap(({ part, group }) => (part === 'end' ? [group] : [])));
  return ({ part, seq, group }) =>
    part === 'whole' && !ended.has(group) ? hasMatch[group] === 1 : includesNumber(seqs, seq);
}

/** Position of the card that shows an entry: the entry's own, its group's, or else the last card before it. */
function indexOf(source: ConversationSource, keys: readonly CardKey[], seq: number): number | null {
  if (keys.length === 0) return null;
  const exact = keys.findLastIndex((key) => key.seq === seq);
  if (exact !== -1) return exact;
  const group = source.groupOf(seq);
  const own = keys.findIndex((key) => key.group === group && key.part === 'whole');
  if (own !== -1) return own;
  const before = keys.findLastIndex((key) => key.seq <= seq);
  return Math.max(before, 0);
}
