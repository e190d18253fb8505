import type { ConversationQuery, ConversationWindow } from '#core/contract/conversation.ts';
import { cardOf } from './cards.ts';
import type { CardKey, ConversationSource } from './kept.ts';

/** Reads a recording as a conversation. */
export function conversationWindow(
  source: ConversationSource,
  { session, at, count }: ConversationQuery,
): ConversationWindow {
  const all = source.keys();
  const keys = session === undefined ? all : all.filter((key) => sessionOf(source, key) === session);
  const index = 'around' in at ? indexOf(source, keys, at.around) : null;
  const from = 'from' in at ? at.from : Math.max((index ?? 0) - Math.floor(count / 2), 0);
  return {
    from,
    cards: keys.slice(from, from + count).flatMap((key) => cardOf(source, key) ?? []),
    total: keys.length,
    index,
    sessions: source.sessions(),
    revision: source.revision(),
  };
}

/** What opened a session knows its name only since it was answered. */
const sessionOf = (source: ConversationSource, { session, part, grp }: CardKey): string | null =>
  session ?? (part === 'whole' ? (source.group(grp)?.session ?? null) : null);

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
