import { conversationWindow, type CardsQuery } from '#core/cards/conversation-window.ts';
import type { MatchedEntries } from '#core/grouping/matched-entries.ts';
import type { ConversationWindow } from '#core/model/cards.ts';
import { createCardList } from './card-list.ts';
import { createCardReader } from './card-reader.ts';
import type { Connection } from '../connection/open.ts';

/** Reads recordings as conversations. An answer describes a single state of the database. */
export function createConversationReader(connection: Connection) {
  const list = createCardList(connection);
  const read = createCardReader(connection);
  const revision = connection.prepare(`SELECT revision FROM digest WHERE recording = ?`).pluck();

  const window = connection.transaction(
    (no: number, query: CardsQuery, matched: MatchedEntries | undefined): ConversationWindow =>
      conversationWindow(
        {
          ...read(no),
          keys: () => list.all(no),
          sessions: () => list.sessions(no),
          revision: () => Number(revision.get(no) ?? 0),
        },
        query,
        matched,
      ),
  );

  return {
    /** `matched`: the entries that a filter lets through; undefined for all. */
    window: (no: number, query: CardsQuery, matched?: MatchedEntries): ConversationWindow =>
      window.deferred(no, query, matched),
  };
}
