import type { ConversationQuery, ConversationWindow } from '#core/contract/conversation.ts';
import { conversationWindow } from '#core/conversation/window.ts';
import { createCardList } from './card-list.ts';
import { createCardReader } from './cards.ts';
import type { Connection } from './open.ts';

/** Reads recordings as conversations. All that an answer says is true of the same moment. */
export function createConversationReader(connection: Connection) {
  const list = createCardList(connection);
  const read = createCardReader(connection);
  const revision = connection.prepare(`SELECT revision FROM digest WHERE recording = ?`).pluck();

  const window = connection.transaction((no: number, query: ConversationQuery): ConversationWindow =>
    conversationWindow(
      {
        ...read(no),
        keys: () => list.all(no),
        sessions: () => list.sessions(no),
        revision: () => Number(revision.get(no) ?? 0),
      },
      query,
    ),
  );

  return { window: (no: number, query: ConversationQuery): ConversationWindow => window.deferred(no, query) };
}
